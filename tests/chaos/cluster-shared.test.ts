/** What two servers of one workspace count, know and refuse together. */
import { eq, sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contacts, messages, tickets, whatsapps } from '../../electron/server/platform/db/schema'
import { readiness } from '../../electron/server/platform/operation/serve'
import { providerOf, saveSettings } from '../../electron/server/platform/payments/settings'
import type { Harness } from '../integration/server/harness'
import { type Pair, startPair } from '../integration/server/pair'
import { inCluster } from '../support/postgres/cluster'
import { postgresMissing } from '../support/postgres/programs'

describe.skipIf(postgresMissing())('two servers of one workspace, together', () => {
  let pair: Pair
  let h: Harness
  beforeAll(async () => {
    pair = await startPair()
    h = pair.one
  })
  afterAll(() => pair?.close())

  const apps = () => [h.running.app, pair.two.app] as const
  const asked = (n: number, path: string, init: RequestInit) =>
    n % 2 === 0 ? h.raw(null, path, init) : pair.askTwo(null, path, init)
  const json = (body: unknown, headers: Record<string, string> = {}): RequestInit => ({
    method: 'POST',
    headers: { 'content-type': 'application/json', ...headers },
    body: JSON.stringify(body),
  })

  it('one that comes knows that it is not the only one', async () => {
    const told: boolean[] = []
    const prepare = async (_db: unknown, { isAlone }: { isAlone: boolean }) => void told.push(isAlone)
    await (await pair.another({ prepare })).close()
    expect(told).toEqual([false])
  })

  it('a list of one shows at once what the other wrote: nothing of it is kept', async () => {
    const { id, contactId } = await h.newTicket(h.one, { status: 'open', userId: h.one.ana.id })
    const listed = async () =>
      (await (await h.raw(h.one.ana, '/api/tickets?status=open')).json()).tickets as Record<string, unknown>[]
    const db = pair.two.app.db
    for (let n = 0; n < 5; n++) {
      await db.platform
        .update(tickets)
        .set({ lastMessage: `linha ${n}` })
        .where(eq(tickets.id, id))
      await db.platform
        .update(contacts)
        .set({ name: `Rita ${n}` })
        .where(eq(contacts.id, contactId))
      expect(await listed()).toMatchObject([
        { id, lastMessage: `linha ${n}`, contact: { name: `Rita ${n}` } },
      ])
    }
  })

  it('guesses at a password are counted together, and the right one passes at both', async () => {
    const guess = (n: number) =>
      asked(n, '/api/auth/login', json({ email: h.one.bia.email, password: 'errada-mesmo' }))
    const statuses: number[] = []
    for (let n = 0; n < 14; n++) statuses.push((await guess(n)).status)
    expect(statuses).toEqual([...Array(10).fill(401), ...Array(4).fill(429)])
    const right = json({ email: h.one.bia.email, password: 'segredo123' })
    for (const n of [0, 1]) expect((await asked(n, '/api/auth/login', right)).status).toBe(200)
  })

  it('attempts that come together are each counted, at both', async () => {
    const limit = { attempts: 60, windowMs: 60_000 }
    const [one, two] = apps().map(app => app.memory.attempts('together', limit))
    const waits = await Promise.all(
      Array.from({ length: limit.attempts + 4 }, (_, n) => (n % 2 === 0 ? one : two)?.count('somebody')),
    )
    const refused = waits.filter(wait => (wait ?? 0) > 0)
    expect(refused).toHaveLength(4)
    for (const wait of refused) expect(wait).toBeLessThanOrEqual(limit.windowMs / 1_000)
    expect(await two?.wait('somebody')).toBeGreaterThan(0)
    await one?.clear('somebody')
    expect(await two?.wait('somebody')).toBe(0)
    expect(await two?.count('somebody')).toBe(0)
  })

  it('a window ends, and names and addresses stand nowhere in the database', async () => {
    const [one, two] = apps().map(app => app.memory.attempts('short', { attempts: 1, windowMs: 150 }))
    expect(await one?.count('ana@um.turno')).toBe(0)
    expect(await two?.count('ana@um.turno')).toBe(1)
    const keys = (await h.db.all<{ key: string }>(sql`select key from short_lived`)).map(({ key }) => key)
    expect(keys.filter(key => key.startsWith('short:'))).toHaveLength(1)
    expect(keys.join('\n')).not.toContain('ana@')
    await new Promise(resolve => setTimeout(resolve, 200))
    expect(await two?.wait('ana@um.turno')).toBe(0)
    expect(await two?.count('ana@um.turno')).toBe(0)
  })

  it('one idempotency key at both at once is one message and one answer', async () => {
    const token = 'token-of-two-abcdefghijklmnop'
    await h.update(whatsapps, { token }, eq(whatsapps.id, h.one.whatsappId))
    const call = json(
      { number: '5511988887777', body: 'Uma vez' },
      { authorization: `Bearer ${token}`, 'idempotency-key': 'the-same' },
    )
    const answers = await Promise.all(
      [0, 1, 0, 1].map(async n => {
        const answer = await asked(n, '/api/messages/send', call)
        return [answer.status, await answer.json()]
      }),
    )
    for (const answer of answers) expect(answer).toEqual(answers[0])
    expect(answers[0]?.[0]).toBe(200)
    const rows = await h.db.select().from(messages).where(eq(messages.body, 'Uma vez'))
    expect(rows).toHaveLength(1)
  })

  it('settings of the bank that one changes are the other’s from the next payment on', async () => {
    const [one, two] = apps()
    const form = { provider: 'static' as const, merchantName: 'Turno', merchantCity: 'RECIFE' }
    await saveSettings(one, { ...form, pixKey: 'caixa@turno.app' } as never)
    const before = await providerOf(two)
    expect(before).not.toBeNull()
    expect(await providerOf(two)).toBe(before)
    await saveSettings(one, { ...form, pixKey: 'outra@turno.app' } as never)
    expect(await providerOf(two)).not.toBe(before)
  })

  it('while the counts cannot be reached each counts alone, people sign in, and it counts with the others again afterwards', async () => {
    const [one, two] = apps()
    expect(await readiness(one)()).toEqual([])
    const limit = { attempts: 1, windowMs: 60_000 }
    const counters = [one, two].map(app => app.memory.attempts('away', limit))
    const { socket } = pair.postgres
    await inCluster(socket, ['alter table short_lived rename to elsewhere'], 'shared')
    expect(await counters[0]?.count('somebody')).toBe(0)
    expect(await counters[0]?.count('somebody')).toBeGreaterThan(0)
    expect(await counters[1]?.count('somebody')).toBe(0)
    const signIn = json({ email: h.one.caio.email, password: 'segredo123' })
    expect((await asked(1, '/api/auth/login', signIn)).status).toBe(200)
    await inCluster(socket, ['alter table elsewhere rename to short_lived'], 'shared')
    expect(await counters[0]?.count('somebody')).toBe(0)
    expect(await counters[1]?.count('somebody')).toBeGreaterThan(0)
  })
})
