import { DEFAULT_TIME_ZONE, type Invoice, invoiceDay, invoiceState } from '@contract'
import { Button } from 'antd'
import { Landmark, Printer, Receipt, Wallet } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { call } from '@/api'
import { column, PagedScreen, useAttempt } from '@/features/kit'
import { useTexts } from '@/i18n'
import { useNow } from '@/stores/clock'
import { invoicesList } from '@/stores/invoices'
import { useOffered } from '@/stores/servers'
import { useUser } from '@/stores/session'
import { useSetting } from '@/stores/settings'
import { type Column, SegmentedTabs, ToolbarButton, useConfirm, useNarrow } from '@/ui'
import { CheckoutDialog } from './checkout-dialog'
import styles from './finance.module.css'
import { PaymentSettingsDialog } from './payment-settings-dialog'
import printStyles from './print.module.css'

/** One invoice on paper: handed to the system's print dialog, which also saves it as PDF. */
interface PrintedInvoice {
  title: string
  /** Name and value, line by line. */
  lines: readonly [string, string][]
  foot: string
}

const element = (tag: string, className: string | undefined, text: string): HTMLElement => {
  const made = document.createElement(tag)
  if (className) made.className = className
  made.textContent = text
  return made
}

/** Prints an invoice; the title becomes the proposed name of the PDF. */
function printInvoice({ title, lines, foot }: PrintedInvoice): void {
  const sheet = document.createElement('section')
  if (printStyles.sheet) sheet.className = printStyles.sheet
  sheet.dataset.testid = 'invoice-sheet'
  const list = document.createElement('dl')
  if (printStyles.lines) list.className = printStyles.lines
  for (const [label, value] of lines)
    list.append(element('dt', printStyles.label, label), element('dd', printStyles.value, value))
  sheet.append(element('h1', printStyles.title, title), list, element('p', printStyles.foot, foot))
  const before = document.title
  document.body.append(sheet)
  document.documentElement.dataset.printingInvoice = ''
  document.title = title
  const away = (): void => {
    sheet.remove()
    delete document.documentElement.dataset.printingInvoice
    if (document.title === title) document.title = before
  }
  window.addEventListener('afterprint', away, { once: true })
  window.print()
}

const TONES = { paid: 'success', overdue: 'error', open: 'neutral' } as const
const DATE_WIDTH = '120px'

/** /financeiro, 'Faturas': what is due, paid and over, with the way to pay. */
export function InvoicesScreen() {
  const texts = useTexts()
  const { t, format } = texts
  const user = useUser()
  const zone = useSetting('timezone') || DEFAULT_TIME_ZONE
  const now = useNow()
  // On a phone the date is below the detail, which takes what these columns leave.
  const narrow = useNarrow()
  const [paying, setPaying] = useState<Invoice | null>(null)
  const [configuring, setConfiguring] = useState(false)
  const scope = invoicesList.use(state => state.filters.scope)
  const platform = useOffered('platformPayments') && user?.super === true
  const confirm = useConfirm()
  const attempt = useAttempt()
  const everyCompany = scope !== 'own'

  const day = ({ dueDate }: Invoice): string =>
    invoiceDay(dueDate, zone)?.split('-').reverse().join('/') ?? dueDate
  const stateOf = (invoice: Invoice) => invoiceState(invoice, zone, now)
  const name = (invoice: Invoice): string =>
    t('finance.rowName', { id: invoice.id, detail: invoice.detail, date: day(invoice) })

  const settle = async (invoice: Invoice): Promise<void> => {
    const sure = await confirm({
      title: t('finance.settleTitle', { id: invoice.id }),
      text: t('finance.settleText', {
        company: invoice.company?.name ?? '',
        value: format.money(invoice.value),
      }),
      okLabel: t('finance.settle'),
      cancelLabel: t('common.cancel'),
    })
    if (!sure) return
    await attempt(async () => {
      const { id } = invoice
      invoicesList.keep(await call('invoices.settle', { params: { id }, body: { id, status: 'paid' } }))
    })
  }

  const actionOf = (invoice: Invoice): ReactNode => {
    if (invoice.status === 'paid') return <span className={styles.paid}>{t('finance.paid')}</span>
    return (
      <Button
        size="small"
        type="primary"
        aria-label={`${everyCompany ? t('finance.settle') : t('finance.pay')} ${name(invoice)}`}
        onClick={event => {
          event.stopPropagation()
          if (everyCompany) void settle(invoice)
          else setPaying(invoice)
        }}
      >
        {everyCompany ? t('finance.settle') : t('finance.pay')}
      </Button>
    )
  }
  const columns: Column<Invoice>[] = [
    column.cell('id', t('finance.id'), '72px', ({ id }) => id, { align: 'end' }),
    // Below it is what is folded away, as is the state below the amount: a line of both would be cut.
    column.name(
      'detail',
      t('finance.detail'),
      3,
      ({ company, detail }) => (everyCompany && company ? `${company.name} · ${detail}` : detail),
      { stays: true, below: day },
    ),
    column.money('value', t('finance.value'), narrow ? '96px' : DATE_WIDTH, ({ value }) => value, {
      foldable: false,
      below: invoice => t(`finance.states.${stateOf(invoice)}`),
    }),
    column.text('due', t('finance.due'), DATE_WIDTH, day, { align: 'end' }),
    column.state(
      'state',
      t('finance.state'),
      '120px',
      invoice => [TONES[stateOf(invoice)], t(`finance.states.${stateOf(invoice)}`)],
      { foldable: true },
    ),
    column.cell('action', t('finance.action'), narrow ? '88px' : '112px', actionOf, { foldable: false }),
  ]

  return (
    <PagedScreen
      list={invoicesList}
      texts="finance"
      columns={columns}
      rowName={name}
      rowClass={invoice => (stateOf(invoice) === 'overdue' ? styles.overdue : undefined)}
      rowActions={invoice => [
        ...(invoice.status === 'paid' || everyCompany
          ? []
          : [
              {
                key: 'pay',
                icon: Wallet,
                label: t('finance.payOne', { id: invoice.id }),
                run: () => setPaying(invoice),
              },
            ]),
        {
          key: 'print',
          icon: Printer,
          label: t('finance.print', { id: invoice.id }),
          run: () =>
            printInvoice({
              title: t('finance.printTitle', { id: invoice.id }),
              lines: [
                [t('finance.company'), invoice.company?.name ?? user?.company?.name ?? ''],
                [t('finance.detail'), invoice.detail],
                [t('finance.value'), format.money(invoice.value)],
                [t('finance.due'), day(invoice)],
                [t('finance.state'), t(`finance.states.${stateOf(invoice)}`)],
                ...(invoice.paidAt
                  ? ([[t('finance.paidAt'), format.date(invoice.paidAt)]] as [string, string][])
                  : []),
              ],
              foot: t('finance.printed', { time: format.exact(new Date(now).toISOString()) }),
            }),
        },
      ]}
      filters={
        platform ? (
          <SegmentedTabs
            id="finance-scope"
            panels={false}
            look="pill"
            label={t('finance.scope')}
            value={scope}
            onChange={key => invoicesList.filter({ scope: key as typeof scope })}
            items={(['own', 'open', 'paid'] as const).map(key => ({
              key,
              label: t(`finance.scopes.${key}`),
            }))}
          />
        ) : null
      }
      tools={
        platform ? (
          <ToolbarButton
            icon={Landmark}
            label={t('finance.settings.open')}
            fold
            onClick={() => setConfiguring(true)}
          />
        ) : null
      }
      empty={{ icon: Receipt }}
    >
      {paying ? <CheckoutDialog invoice={paying} onClose={() => setPaying(null)} /> : null}
      {configuring ? <PaymentSettingsDialog onClose={() => setConfiguring(false)} /> : null}
    </PagedScreen>
  )
}
