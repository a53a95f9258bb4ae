import { optionFaults, type Queue } from '@contract'
import { Alert, Button } from 'antd'
import { ListTree, Plus, Save } from 'lucide-react'
import { type KeyboardEvent, useEffect, useMemo, useRef, useState } from 'react'
import { useHeldLeaving, useLeaveQuestion } from '@/features/kit'
import { LoadError } from '@/features/load-error'
import { useTexts } from '@/i18n'
import { reloadTree } from '@/stores/queue-options'
import { EmptyState, SkeletonRows, ToolbarButton } from '@/ui'
import { CustomerPhone } from '../phone/customer-phone'
import { usePreview } from '../phone/use-preview'
import styles from './chatbot.module.css'
import { OptionFields } from './option-fields'
import { Outline } from './outline'
import { botOptions, rowsOf } from './tree'
import { useChatbot } from './use-chatbot'

/** The chatbot of a queue: the tree left, the chosen option in the middle, a customer's phone right. */
export function ChatbotEditor({ queue }: { queue: Queue }) {
  const { t } = useTexts()
  const bot = useChatbot(queue)
  const preview = usePreview(queue.id)
  const [folded, setFolded] = useState<ReadonlySet<number>>(new Set())
  const [customerAt, setCustomerAt] = useState<number | null>(null)
  const titleField = useRef<{ focus: () => void; select: () => void }>(null)
  const { options, drafts, option, tree } = bot
  const dirty = Object.keys(drafts).length > 0

  useHeldLeaving(() => dirty, useLeaveQuestion())

  const rows = useMemo(() => rowsOf(options, folded), [options, folded])
  const asBot = useMemo(() => botOptions(options, drafts), [options, drafts])
  const autoExit = preview.setting('chatbotAutoExit') === 'enabled'
  const faults = useMemo(
    () => optionFaults(asBot, new Set(preview.queues.map(one => one.id)), autoExit),
    [asBot, autoExit, preview.queues],
  )
  const edit = (): void => {
    titleField.current?.focus()
    titleField.current?.select()
  }
  useEffect(() => {
    if (option && bot.takeFresh(option.id)) edit()
  })
  const fold = (id: number, close: boolean): void => {
    const next = new Set(folded)
    if (close) next.add(id)
    else next.delete(id)
    setFolded(next)
  }
  const addBelow = (id: number): void => {
    fold(id, false)
    void bot.add(id)
  }
  const onKeyDown = (event: KeyboardEvent): void => {
    if (!(event.ctrlKey || event.metaKey) || event.key.toLowerCase() !== 's') return
    event.preventDefault()
    event.stopPropagation()
    void bot.save()
  }

  const outline = () => {
    if (tree?.status === 'failed')
      return (
        <LoadError
          compact
          title={t('queues.chatbot.failed')}
          error={tree.error}
          onRetry={() => void reloadTree(queue.id)}
        />
      )
    if (options.length === 0)
      return tree?.status === 'ready' ? (
        <EmptyState
          icon={ListTree}
          title={t('queues.chatbot.empty')}
          text={t('queues.chatbot.emptyText')}
          action={
            <Button type="primary" onClick={() => void bot.add(null)}>
              {t('queues.chatbot.add')}
            </Button>
          }
        />
      ) : (
        <SkeletonRows count={5} height={36} label={t('common.loading')} />
      )
    return (
      <>
        <Outline
          rows={rows}
          drafts={drafts}
          faults={faults}
          selected={bot.selected}
          customerAt={customerAt}
          onSelect={bot.select}
          onFold={fold}
          onMove={bot.moveBy}
          onDrop={bot.drop}
          onAddSibling={id => {
            const row = rows.find(one => one.option.id === id)
            void bot.add(row?.option.parentId ?? null, (row?.place ?? 0) + 1)
          }}
          onRemove={bot.remove}
          onEdit={edit}
        />
        <p className={styles.hint}>{t('queues.chatbot.keys')}</p>
      </>
    )
  }
  return (
    <div className={styles.editor} role="group" aria-label={t('queues.tab.chatbot')} onKeyDown={onKeyDown}>
      <section className={styles.left} aria-label={t('queues.chatbot.tree')}>
        <div className={styles.bar}>
          <ToolbarButton icon={Plus} label={t('queues.chatbot.add')} onClick={() => void bot.add(null)} />
          <span className={styles.unsaved} role="status">
            {dirty ? t('kit.form.unsaved') : ''}
          </span>
          <ToolbarButton
            icon={Save}
            tone="primary"
            label={t('common.save')}
            title="Ctrl+S"
            disabled={!dirty || bot.busy}
            onClick={() => void bot.save()}
          />
        </div>
        {outline()}
      </section>
      <section className={styles.middle} aria-label={option?.title ?? t('queues.chatbot.choose')}>
        {option ? (
          <OptionFields
            key={option.id}
            option={option}
            draft={drafts[option.id] ?? {}}
            theirs={bot.theirsOf(option.id)}
            fault={faults.get(option.id)}
            queues={preview.queues}
            titleRef={titleField}
            onChange={change => bot.change(option.id, change)}
            onTheirs={take => bot.answerTheirs(option.id, take)}
            onAddChild={() => addBelow(option.id)}
            onRemove={() => bot.remove(option.id)}
          />
        ) : bot.lost && bot.selected !== null ? (
          <Alert
            type="warning"
            showIcon
            role="alert"
            title={t('kit.form.deleted')}
            description={[bot.lost.title, bot.lost.message].filter(Boolean).join(' · ')}
            action={
              <Button size="small" onClick={() => bot.selected !== null && bot.forget(bot.selected)}>
                {t('kit.form.leave')}
              </Button>
            }
          />
        ) : options.length > 0 ? (
          <EmptyState
            icon={ListTree}
            title={t('queues.chatbot.choose')}
            text={t('queues.chatbot.chooseText')}
          />
        ) : null}
      </section>
      <aside className={styles.right}>
        <CustomerPhone
          preview={preview}
          entry={{ ...queue, hours: queue.schedules }}
          options={asBot}
          onPlace={setCustomerAt}
        />
      </aside>
    </div>
  )
}
