import { mayChangeQuickMessage, type QuickMessage } from '@contract'
import { Check, ListChecks, Zap } from 'lucide-react'
import { useState } from 'react'
import { call } from '@/api'
import { column, PagedScreen } from '@/features/kit'
import { useTexts } from '@/i18n'
import { quickMessagesList } from '@/stores/quick-messages'
import { useUser } from '@/stores/session'
import { contentToasts } from '@/stores/toasts'
import type { Column } from '@/ui'
import { QuickMessageDialog } from './quick-message-dialog'

/** /quick-messages: the company's and one's own answers behind a slash. */
export function QuickMessagesScreen() {
  const { t } = useTexts()
  const user = useUser()
  const [editing, setEditing] = useState<QuickMessage | 'new' | null>(null)
  const mayChange = (quick: QuickMessage): boolean => user !== null && mayChangeQuickMessage(user, quick)

  const columns: Column<QuickMessage>[] = [
    column.name('shortcode', t('quickMessages.shortcode'), 2, ({ shortcode }) => `/${shortcode}`),
    column.text('message', t('quickMessages.message'), 4, ({ message }) => message, {
      before: ({ menu }) =>
        menu ? (
          <ListChecks size={14} strokeWidth={1.5} role="img" aria-label={t('messageMenus.asText')} />
        ) : null,
    }),
    column.file(
      'file',
      t('quickMessages.file'),
      2,
      ({ mediaPath, mediaName }) => mediaPath && (mediaName ?? t('quickMessages.unnamedFile')),
      { none: t('quickMessages.noFile') },
    ),
    column.cell(
      'geral',
      t('quickMessages.status'),
      '88px',
      ({ geral }) =>
        geral ? <Check size={16} strokeWidth={2} role="img" aria-label={t('quickMessages.general')} /> : null,
      { foldable: false },
    ),
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
