import { mayChangeQuickMessage, type QuickMessage } from '@contract'
import { Check, ListChecks, Zap } from 'lucide-react'
import { call } from '@/api'
import { column, PagedScreen } from '@/features/kit'
import { useTexts } from '@/i18n'
import { quickMessagesList } from '@/stores/quick-messages'
import { useUser } from '@/stores/session'
import type { Column } from '@/ui'
import { QuickMessageDialog } from './quick-message-dialog'

/** /quick-messages: the company's and one's own answers behind a slash. */
export function QuickMessagesScreen() {
  const { t } = useTexts()
  const user = useUser()
  const mayChange = (quick: QuickMessage): boolean => user !== null && mayChangeQuickMessage(user, quick)

  const columns: Column<QuickMessage>[] = [
    column.name('shortcode', t('quickMessages.shortcode'), 2, ({ shortcode }) => `/${shortcode}`),
    column.text('message', t('quickMessages.message'), 4, ({ message }) => message, {
      foldable: 'phone',
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
      texts="quickMessages"
      columns={columns}
      rowName={({ shortcode }) => `/${shortcode}`}
      form={(quick, close) => <QuickMessageDialog quick={quick} onClose={close} />}
      mayChange={mayChange}
      removal={{
        call: ({ id }) => call('quickMessages.remove', { params: { id } }),
        text: quicks => (quicks.some(({ geral }) => geral) ? t('quickMessages.removeGeneral') : undefined),
      }}
      empty={{ icon: Zap }}
    />
  )
}
