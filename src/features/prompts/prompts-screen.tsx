import { AI_PAGES, type Prompt } from '@contract'
import { Alert } from 'antd'
import { Bot, ExternalLink, Sparkles } from 'lucide-react'
import { useEffect, useState } from 'react'
import { call } from '@/api'
import { CopilotEditor } from '@/features/copilot'
import { column, PagedScreen, useRemove } from '@/features/kit'
import { useTexts } from '@/i18n'
import { promptsList } from '@/stores/automation'
import { copilotSettings } from '@/stores/copilot'
import { queuesDirectory } from '@/stores/queues'
import { useCapability } from '@/stores/servers'
import { contentToasts } from '@/stores/toasts'
import { type Column, Pill, QueueName, ToolbarButton } from '@/ui'
import { PromptEditor } from './prompt-editor'
import styles from './prompts.module.css'

const PAGES = ['usage', 'billing', 'keys'] as const

/** The provider's free credit ends. */
function CreditNotice() {
  const { t } = useTexts()
  return (
    <Alert
      type="error"
      showIcon
      className={styles.notice ?? ''}
      title={
        <span className={styles.pages}>
          <span className={styles.warning}>{t('prompts.notice')}</span>
          {PAGES.map(page => (
            <button
              key={page}
              type="button"
              role="link"
              className={styles.page}
              onClick={() => void window.turno.app.openExternal({ url: AI_PAGES[page] })}
            >
              {t(`prompts.pages.${page}`)}
              <ExternalLink size={13} strokeWidth={1.75} aria-hidden="true" />
            </button>
          ))}
        </span>
      }
    />
  )
}

/** /prompts: who answers customers before a person does. */
export function PromptsScreen() {
  const { t } = useTexts()
  const [editing, setEditing] = useState<Prompt | 'new' | 'copilot' | null>(null)
  const offersCopilot = useCapability('copilot') === 'native'
  const remove = useRemove()
  useEffect(() => void queuesDirectory.ensure(), [])

  const columns: Column<Prompt>[] = [
    column.name('name', t('prompts.name'), 3, ({ name }) => name, {
      beside: ({ hasApiKey, baseUrl }) =>
        hasApiKey || baseUrl !== '' ? null : <Pill tone="warning">{t('prompts.noKey')}</Pill>,
      below: ({ queue }) => queue?.name,
    }),
    column.cell('queue', t('prompts.queue'), 2, ({ queue }) =>
      queue ? <QueueName name={queue.name} color={queue.color} /> : null,
    ),
    column.amount('maxTokens', t('prompts.maxTokens'), '160px', ({ maxTokens }) => maxTokens),
    column.amount('used', t('prompts.used'), '128px', ({ totalTokens }) => totalTokens, {
      foldable: 'phone',
    }),
  ]
  const removeOne = ({ id, name }: Prompt, okLabel: string) => {
    let said: string | null = null
    return remove({
      title: t('prompts.removeTitle', { name }),
      text: t('prompts.removeText'),
      okLabel,
      // What a server says of it is shown in the language of the console.
      doneText: '',
      remove: async () => {
        said = (await call('prompts.remove', { params: { id } })).message
        promptsList.drop(id)
      },
      onDone: () => void contentToasts.info(said && said !== 'Prompt deleted' ? said : t('prompts.deleted')),
    })
  }

  return (
    <PagedScreen
      list={promptsList}
      texts="prompts"
      columns={columns}
      rowName={({ name }) => name}
      onEdit={setEditing}
      notice={<CreditNotice />}
      onRemove={(prompt, okLabel) => void removeOne(prompt, okLabel)}
      add={() => setEditing('new')}
      tools={
        offersCopilot ? (
          <ToolbarButton
            icon={Sparkles}
            fold
            label={t('copilot.open')}
            onClick={() => {
              // What it has used changes without a word.
              void copilotSettings.reload()
              setEditing('copilot')
            }}
          />
        ) : null
      }
      empty={{ icon: Bot }}
    >
      {editing === 'copilot' ? <CopilotEditor onClose={() => setEditing(null)} /> : null}
      {editing && editing !== 'copilot' ? (
        <PromptEditor prompt={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      ) : null}
    </PagedScreen>
  )
}
