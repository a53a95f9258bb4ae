/** Invoices and checkout on the legacy servers (docs/legacy-server.md 6.12): its plain list, its texts, its bank. */
import { endpoints } from '@contract'
import { describe, expect, it } from 'vitest'
import type { ServerClient } from '../../../electron/main/session/server-client'
import sample from '../../samples/invoices-all.json'
import { callsTo, json } from './calls-to'

const ME = { id: 1, companyId: 1, profile: 'admin' }
let sent: Record<string, unknown> = {}

function legacy(invoices: object[]): ServerClient['fetch'] {
  return async (path, init = {}) => {
    if (path === '/invoices/all') return json(invoices)
    if (path === '/companies/1') return json({ id: 1, email: 'a@b.c', dueDate: '2026-12-01' })
    if (path === '/subscription') {
      const raw = typeof init.body === 'function' ? init.body() : init.body
      sent = JSON.parse(String(raw))
      return json({
        txid: 'abc',
        calendario: { criacao: '2026-11-22T12:00:00.000Z', expiracao: 3600 },
        valor: { original: '197.90' },
        qrcode: { qrcode: '000201', imagemQrcode: 'data:' },
      })
    }
    return new Response('', { status: 404 })
  }
}
const ask = (method: string, path: string, body?: object, invoices: object[] = sample) =>
  callsTo<never>(legacy(invoices), () => ME)(method, path, body)

describe('invoices of the legacy servers', () => {
  it('cuts the plain list into pages, the latest due date first, and searches it', async () => {
    const many = Array.from({ length: 23 }, (_, at) => ({
      ...sample[0],
      id: at + 1,
      dueDate: `2026-10-${String(at + 1).padStart(2, '0')}`,
      detail: at === 4 ? 'Plano Órfão' : 'Plano',
    }))
    const read = async (query: string) =>
      endpoints['invoices.page'].response.parse(
        (await ask('GET', `/invoices/all?${query}`, undefined, many)).body,
      )
    const first = await read('pageNumber=1')
    expect([first.invoices.length, first.count, first.hasMore]).toEqual([20, 23, true])
    expect(first.invoices[0]?.id).toBe(23)
    expect((await read('pageNumber=2')).invoices.map(one => one.id)).toEqual([3, 2, 1])
    expect((await read('searchParam=orfao')).invoices.map(one => one.id)).toEqual([5])
  })

  it('sends figures as text and reckons when the code ends', async () => {
    const { body } = await ask('POST', '/subscription', { invoiceId: 1, price: '197.90', users: 10 })
    expect(sent).toMatchObject({ invoiceId: 1, price: '197.90', users: '10', connections: '' })
    expect(endpoints['subscription.pay'].response.parse(body)).toMatchObject({
      qrcode: { qrcode: '000201' },
      valor: { original: '197.90' },
      expiresAt: '2026-11-22T13:00:00.000Z',
    })
  })

  it('knows whether the company is on trial by what was paid', async () => {
    expect((await ask('GET', '/subscription')).body).toMatchObject({ email: 'a@b.c', trialExpiration: null })
    const open = await ask('GET', '/subscription', undefined, [])
    expect(open.body).toMatchObject({ trialExpiration: '2026-12-01' })
  })

  it('offers neither settling by hand nor the list of all companies', async () => {
    expect((await ask('PUT', '/invoices/1', { id: 1, status: 'paid' })).status).toBe(501)
    expect((await ask('GET', '/invoices?status=open')).status).toBe(501)
  })
})
