import { mayChangeQuickMessage, type QuickMessage } from '@contract'
import { Check, ListChecks, Paperclip, Zap } from 'lucide-react'
import { useState } from 'react'
import { call } from '@/api'
import { PagedScreen } from '@/features/kit'
import { useTexts } from '@/i18n'
import { quickMessagesList } from '@/stores/quick-messages'
import { useUser } from '@/stores/session'
import { contentToasts } from '@/stores/toasts'
import type { Column } from '@/ui'
import { QuickMessageDialog } from './quick-message-dialog'
import styles from './quick-messages.module.css'

/** /quick-messages: the company's and one's own answers behind a slash. */
export function QuickMessagesScreen() {
  const { t } = useTexts()
  const user = useUser()
  const [editing, setEditing] = useState<QuickMessage | 'new' | null>(null)
  const mayChange = (quick: QuickMessage): boolean => user !== null && mayChangeQuickMessage(user, quick)

  const columns: Column<QuickMessage>[] = [
    {
      key: 'shortcode',
      title: t('quickMessages.shortcode'),
      width: 'minmax(0, 2fr)',
      render: ({ shortcode }) => <bdi className={styles.shortcode}>/{shortcode}</bdi>,
    },
    {
      key: 'message',
      title: t('quickMessages.message'),
      width: 'minmax(0, 4fr)',
      foldable: true,
      render: ({ message, menu }) => (
        <span className={styles.file}>
          {menu ? (
            <ListChecks size={14} strokeWidth={1.5} role="img" aria-label={t('messageMenus.asText')} />
          ) : null}
          <span className={styles.line} dir="auto">
            {message.replace(/\s+/g, ' ')}
          </span>
        </span>
      ),
    },
    {
      key: 'file',
      title: t('quickMessages.file'),
      width: 'minmax(0, 2fr)',
      foldable: true,
      render: ({ mediaPath, mediaName }) =>
        mediaPath ? (
          <span className={styles.file} title={mediaName ?? ''}>
            <Paperclip size={14} strokeWidth={1.5} aria-hidden="true" />
            <bdi className={styles.line}>{mediaName ?? t('quickMessages.unnamedFile')}</bdi>
          </span>
        ) : (
          <span className={styles.none}>{t('quickMessages.noFile')}</span>
        ),
    },
    {
      key: 'geral',
      title: t('quickMessages.status'),
      width: '88px',
      render: ({ geral }) =>
        geral ? <Check size={16} strokeWidth={2} role="img" aria-label={t('quickMessages.general')} /> : null,
    },
  ]

  return (
    <PagedScreen
      list={quickMessagesList}
      title={t('quickMessages.title')}
      countText={count => t('quickMessages.count', { count })}
      searchLabel={t('quickMessages.search')}
      columns={columns}
      rowName={({ shortcode }) => `/${shortcode}`}
      onEdit={setEditing}
      mayChange={mayChange}
      removal={{
        say: contentToasts,
        call: ({ id }) => call('quickMessages.remove', { params: { id } }),
        manyLabel: count => t('quickMessages.removeMany', { count }),
        text: quicks => (quicks.some(({ geral }) => geral) ? t('quickMessages.removeGeneral') : undefined),
      }}
      add={{ label: t('quickMessages.add'), run: () => setEditing('new') }}
      empty={{ icon: Zap, title: t('quickMessages.empty'), text: t('quickMessages.emptyText') }}
    >
      {editing ? (
        <QuickMessageDialog quick={editing === 'new' ? null : editing} onClose={() => setEditing(null)} />
      ) : null}
    </PagedScreen>
  )
}
