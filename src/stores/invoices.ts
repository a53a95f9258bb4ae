/** Invoices of the company, or of all of them for the super-administrator, and what was paid while one looks. */
import type { FeedEvent, Invoice } from '@contract'
import { call } from '@/api'
import { registerFeed } from './feed'
import { createPagedList } from './paged-list'
import { createSessionStore } from './session-end'

export type InvoiceFilters = {
  /** `own` company, or what is `open` or `paid` of every company. */
  scope: 'own' | 'open' | 'paid'
}

/** Latest due date first, as the server cuts its pages. */
const byDueDate = (a: Invoice, b: Invoice): number => {
  if (a.dueDate !== b.dueDate) return a.dueDate < b.dueDate ? 1 : -1
  return b.id - a.id
}

export const invoicesList = createPagedList<Invoice, InvoiceFilters>({
  name: 'invoices',
  filters: { scope: 'own' },
  order: byDueDate,
  // Events tell of the own company and leave the company's name out.
  merge: (known, update) => ({ ...update, company: update.company ?? known.company }),
  matches: (row, search, { scope }) =>
    scope !== 'own' && row.status !== scope ? false : search === '' ? true : null,
  read: async (query, { scope }, signal) => {
    const { invoices: rows, ...page } =
      scope === 'own'
        ? await call('invoices.page', { query, signal })
        : await call('invoices.everyCompany', { query: { ...query, status: scope }, signal })
    return { rows, ...page }
  },
  onEvent: ({ channel, data }, { rows, filters: { scope } }) => {
    if (channel !== 'payment') return null
    if ('invoice' in data) {
      const { invoice, action } = data
      // Whose it is, is sent only to whoever keeps the platform; the own company's comes a second time without.
      if ((scope === 'own') !== (invoice.company === null)) return null
      if (scope === 'own') return { put: invoice, fresh: action === 'create' }
      const known = rows.some(({ id }) => id === invoice.id)
      if (known || invoice.status === scope) return { put: invoice, fresh: !known }
      // Paid on a page that is not here: only the server knows how many are left.
      return scope === 'open' && action === 'update' ? { stale: true } : null
    }
    const { invoiceId } = data
    return invoiceId === null
      ? null
      : { patch: invoiceId, with: (row: Invoice) => ({ ...row, status: 'paid' }) }
  },
})

interface Payments {
  /** Renewed due dates by the invoice that was paid; a server that does not name the invoice says it under 0. */
  paid: ReadonlyMap<number, string | null>
}

export const usePayments = createSessionStore<Payments>('payments', () => ({ paid: new Map() }))

/** Pure: payments among events. */
export function paymentsIn(events: readonly FeedEvent[]): [invoiceId: number, dueDate: string | null][] {
  return events.flatMap(event =>
    event.channel === 'payment' && event.data.action === 'CONCLUIDA'
      ? [[event.data.invoiceId ?? 0, event.data.company.dueDate] as [number, string | null]]
      : [],
  )
}

registerFeed({
  name: 'payments',
  applyEvents(events) {
    const found = paymentsIn(events)
    if (found.length > 0) usePayments.setState(({ paid }) => ({ paid: new Map([...paid, ...found]) }))
  },
  refetch: () => {},
})
