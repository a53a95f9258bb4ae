/** A company whose time is over: its admins may sign in to pay, and do nothing else until it is paid. */
import { type Endpoint, type EndpointName, endpoints } from '@contract'
import { eq } from 'drizzle-orm'
import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { companies, invoices, users } from '../../../electron/server/platform/db/schema'
import { settle } from '../../../electron/server/platform/payments/settle'
import { harnessForFile } from './for-file'
import type { Person } from './harness'

const h = harnessForFile()
let root: Person
beforeAll(async () => {
  root = await h.superOf(h.one)
})

const DAY_MS = 86_400_000
const days = (count: number): string => new Date(Date.now() + count * DAY_MS).toISOString()
const company = (values: Partial<typeof companies.$inferInsert>) =>
  h.db.platform.update(companies).set(values).where(eq(companies.id, h.two.id))
const over = () => company({ dueDate: days(-2), status: true, recurrence: 'MENSAL' })
async function owed(): Promise<number> {
  const row = await h.insert(invoices, {
    companyId: h.two.id,
    dueDate: days(-2).slice(0, 10),
    detail: 'Plano',
    cents: 19_790,
  })
  return row.id
}
async function admin(): Promise<Person> {
  const { body } = await h.signIn(h.two.admin.email)
  return { ...h.two.admin, token: body.token }
}
beforeEach(async () => {
  await h.db.platform.delete(invoices)
  await over()
})

describe('a company whose time is over', () => {
  it('lets its admins in and nobody else, unless it was switched off', async () => {
    const signed = await h.signIn(h.two.admin.email)
    expect(signed.status).toBe(200)
    const [row] = await h.db.select().from(companies).where(eq(companies.id, h.two.id))
    expect(signed.body.user.company).toMatchObject({ id: h.two.id, dueDate: row?.dueDate })
    for (const { email } of [h.two.sup, h.two.ana])
      expect((await h.signIn(email)).body).toMatchObject({ error: 'ERR_COMPANY_EXPIRED' })
    await company({ status: false })
    expect((await h.signIn(h.two.admin.email)).body).toMatchObject({ error: 'ERR_COMPANY_EXPIRED' })
  })

  it('answers an admin what is needed to pay, and refuses every other call by its code', async () => {
    const who = await admin()
    const refused: string[] = []
    const answered: string[] = []
    for (const name of Object.keys(endpoints) as EndpointName[]) {
      const endpoint: Endpoint = endpoints[name]
      if (['public', 'cookie', 'connection'].includes(endpoint.access) || name === 'auth.logout') continue
      const params = Object.fromEntries([...endpoint.path.matchAll(/:(\w+)/g)].map(([, key]) => [key, 1]))
      const { body } = await h.call<{ error?: string } | null>(who, name, {
        params,
        ...(endpoint.method === 'GET' ? {} : { body: {} }),
      })
      if (body?.error === 'ERR_COMPANY_EXPIRED') refused.push(name)
      else answered.push(name)
    }
    expect(answered.toSorted()).toEqual([
      'auth.me',
      'companies.listPlan',
      'invoices.page',
      'settings.list',
      'subscription.billing',
      'subscription.get',
      'subscription.pay',
    ])
    expect(refused.length).toBeGreaterThan(100)
    // Files are no way round it either.
    const file = await h.raw(who, `/media/${h.two.id}/x.png`)
    expect([file.status, (await file.json()).error]).toEqual([403, 'ERR_COMPANY_EXPIRED'])
  })

  it('tells a waiting admin of the payment and the company, and of nothing else', async () => {
    const id = await owed()
    const ear = await h.connect(await admin(), ['pending', 'open', 'notification'])
    await h.customer(h.two, '5511955554444', 'olá')
    await h.newContact(h.two, 'Maria')
    await h.setting(h.two, 'userRating', 'enabled')
    await ear.settled()
    expect(ear.heard.map(({ event }) => event).filter(event => event !== 'ready')).toEqual([])
    await settle(h.running.app, id, null)
    // Rights are read again before anything is told.
    await ear.until(({ payload }) => 'invoice' in payload)
    const [told] = ear.of('company')
    expect(told).toMatchObject({ action: 'update', company: { id: h.two.id } })
    expect(ear.of('payment')).toMatchObject([
      { action: 'CONCLUIDA', invoiceId: id, company: { id: h.two.id } },
      { action: 'update', invoice: { id, status: 'paid' } },
    ])
    ear.close()
  })

  it('works again at once when it is paid: the same sign-in, the same socket', async () => {
    const id = await owed()
    const who = await admin()
    const ear = await h.connect(who, ['pending', 'open', 'notification'])
    expect((await h.call(who, 'tickets.list')).body).toMatchObject({ error: 'ERR_COMPANY_EXPIRED' })
    await settle(h.running.app, id, null)
    expect((await h.call(who, 'tickets.list')).status).toBe(200)
    await h.customer(h.two, '5511955553333', 'olá')
    await ear.settled()
    expect(ear.of('ticket').length).toBeGreaterThan(0)
    expect((await h.signIn(h.two.ana.email)).status).toBe(200)
    ear.close()
  })

  it('lets an admin who is at work stay to pay when the day comes, and signs the others out', async () => {
    await company({ dueDate: days(3) })
    const who = await admin()
    const agent = { ...h.two.bia, token: (await h.signIn(h.two.bia.email)).body.token }
    const [mine, theirs] = [await h.connect(who, ['pending']), await h.connect(agent, ['pending'])]
    const gone = new Promise(resolve => theirs.socket.once('disconnect', resolve))
    await h.call(root, 'companies.update', { params: { id: h.two.id }, body: { dueDate: days(-1) } })
    await gone
    await mine.settled()
    expect(mine.socket.connected).toBe(true)
    await h.customer(h.two, '5511955552222', 'olá')
    await mine.settled()
    expect(mine.of('ticket')).toEqual([])
    await company({ status: false })
    const shut = new Promise(resolve => mine.socket.once('disconnect', resolve))
    await h.call(root, 'companies.update', { params: { id: h.two.id }, body: { status: false } })
    await shut
  })

  it('is no way in for somebody who is an admin no more', async () => {
    const who = await admin()
    await h.update(users, { profile: 'user' }, eq(users.id, who.id))
    const { status, body } = await h.call(who, 'invoices.page')
    expect([status, String(body.error).startsWith('ERR_')]).toEqual([403, false])
    await h.update(users, { profile: 'admin' }, eq(users.id, who.id))
  })
})
