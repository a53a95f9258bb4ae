/**
 * Invoices and payment on the legacy servers: one plain list of the own company, and a checkout
 * that a bank of its own answers. Marking an invoice paid moves no due date there, so settling by hand is not offered.
 */
import { fold } from '../../../../src/contract'
import { type Ask, answer, type Json, type LegacyApi, record, rows } from './call'

/** As many as a page of that server's other lists has. */
const PAGE_ROWS = 20

const textOf = (value: unknown): string => (value === undefined || value === null ? '' : String(value))

/** Cut into pages and searched here: there the list comes whole. */
export async function pageOfInvoices(legacy: LegacyApi, ask: Ask): Promise<Response> {
  const wanted = fold(ask.query.get('searchParam') ?? '')
  const from = (Math.max(1, Number(ask.query.get('pageNumber') ?? 1)) - 1) * PAGE_ROWS
  const all = rows(await legacy.json('GET', '/invoices/all', undefined, ask.signal))
  const found = all
    .filter(one => fold([one.id, one.detail, one.value, one.dueDate].map(textOf).join(' ')).includes(wanted))
    .sort((a, b) => textOf(b.dueDate).localeCompare(textOf(a.dueDate)) || Number(b.id) - Number(a.id))
  const invoices = found.slice(from, from + PAGE_ROWS)
  return answer({ invoices, count: found.length, hasMore: found.length > from + invoices.length })
}

/** What that server keeps of it: e-mail and due date of the company. It is on trial until something was paid. */
export async function subscription(legacy: LegacyApi, ask: Ask): Promise<Response> {
  const company = record(
    await legacy.json('GET', `/companies/${legacy.user()?.companyId}`, undefined, ask.signal),
  )
  const invoices = rows(await legacy.json('GET', '/invoices/all', undefined, ask.signal))
  const paid = invoices.some(one => one.status === 'paid')
  return answer({
    email: company.email ?? null,
    dueDate: company.dueDate ?? null,
    trialExpiration: paid ? null : (company.dueDate ?? null),
    contact: { name: '', email: null, phone: null },
  })
}

/** It keeps no billing data. */
export const billing = async (): Promise<Response> => answer({})

/** Figures travel as text there; when the code ends is reckoned from the bank's own words. */
export async function pay(legacy: LegacyApi, ask: Ask): Promise<Response> {
  const body: Json = { ...ask.body }
  for (const member of ['price', 'users', 'connections']) body[member] = textOf(body[member])
  const made = record(await legacy.json('POST', '/subscription', body, ask.signal))
  const { criacao, expiracao } = record(made.calendario)
  const began = Date.parse(textOf(criacao))
  const expiresMs = Number(expiracao) > 0 && !Number.isNaN(began) ? began + Number(expiracao) * 1_000 : null
  return answer({
    txid: textOf(made.txid),
    qrcode: { qrcode: textOf(record(made.qrcode).qrcode) },
    valor: { original: textOf(record(made.valor).original) },
    expiresAt: expiresMs === null ? null : new Date(expiresMs).toISOString(),
    settledBy: 'bank',
  })
}
