/** What WhatsApp lets a paired number begin with strangers: a state of the connection, said once and with its end. */
import type { BaileysEventMap } from '@whiskeysockets/baileys'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startWebNumber, type WebNumber } from './web-number'

type Cap = BaileysEventMap['message-capping.update']

let n: WebNumber
beforeAll(async () => {
  n = await startWebNumber()
})
afterAll(() => n.close())

const state = async () => (await n.connection()).newChats
const cap = (of: object) => n.phone.tell({ 'message-capping.update': of as Cap })

it('is free, and unknown, until WhatsApp says otherwise', async () => {
  await expect.poll(state).toMatchObject({ state: 'free', until: null, used: null, total: null })
})

it('has a lock with its end, which everybody who may see the connection hears of', async () => {
  const ana = await n.h.connect(n.h.one.ana)
  const ends = new Date(Date.now() + 3_600_000)
  n.phone.tell({ 'connection.update': { reachoutTimeLock: { isActive: true, timeEnforcementEnds: ends } } })
  await expect.poll(state).toMatchObject({ state: 'locked', until: ends.toISOString() })
  await ana.until(
    ({ event, payload }) =>
      event.endsWith('-whatsapp') &&
      (payload.whatsapp as { newChats?: { state?: string } } | undefined)?.newChats?.state === 'locked',
  )
  ana.close()
  n.phone.tell({ 'connection.update': { reachoutTimeLock: { isActive: false } } })
  await expect.poll(state).toMatchObject({ state: 'free', until: null })
})

it('has a quota: few left, none left, until the cycle ends', async () => {
  cap({ total_quota: 50, used_quota: 41, capping_status: 'FIRST_WARNING', cycle_end_timestamp: '1796558400' })
  await expect.poll(state).toEqual({ state: 'warned', until: null, used: 41, total: 50 })
  cap({ total_quota: 50, used_quota: 50, capping_status: 'CAPPED', cycle_end_timestamp: '1796558400' })
  await expect
    .poll(state)
    .toEqual({ state: 'capped', until: '2026-12-06T12:00:00.000Z', used: 50, total: 50 })
  cap({ total_quota: 50, used_quota: 0, capping_status: 'NONE' })
  await expect.poll(state).toEqual({ state: 'free', until: null, used: 0, total: 50 })
})

it('a refusal has WhatsApp asked, and the connection says what it answers; each message is short', async () => {
  const ticket = await n.conversation()
  const refused = async (words: string) => {
    const { status, body } = await n.send(ticket.id, words)
    expect([status, body]).toMatchObject([400, { error: 'ERR_WAPP_NEW_CHATS' }])
  }
  n.phone.answers = '463'
  // It is not said to the account, but about this recipient.
  await refused('oi')
  expect(await state()).toMatchObject({ state: 'free' })
  n.phone.lock = null
  await refused('bom dia')
  await expect.poll(state).toMatchObject({ state: 'locked', until: null })
  const ends = new Date(Date.now() + 3_600_000)
  n.phone.lock = { isActive: true, timeEnforcementEnds: ends }
  await refused('boa tarde')
  await expect.poll(state).toMatchObject({ state: 'locked', until: ends.toISOString() })
  // While its end is known nothing is asked.
  n.phone.lock = null
  await refused('boa noite')
  n.phone.answers = 'taken'
  await n.send(ticket.id, 'até amanhã')
  expect(await n.connection()).toMatchObject({
    status: 'CONNECTED',
    newChats: { state: 'locked', until: ends.toISOString() },
  })
  n.phone.lock = { isActive: false }
})

it('is asked for again as the number comes up', async () => {
  n.phone.cap = { total_quota: 50, used_quota: 12 } as Cap
  n.phone.socket.fail(428)
  await expect.poll(state).toEqual({ state: 'free', until: null, used: 12, total: 50 })
})
