/** Each number of the Cloud API runs apart: what happens to its thread is seen, mended, and nobody else's matter. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import type { Begin } from '../../../electron/server/channel/worker/life'
import { beginCloudThread } from '../../support/cloud-thread'
import { type CloudNumber, startCloudNumber } from './cloud-number'

let n: CloudNumber
/** Threads that run, by connection. */
const running = new Map<number, ReturnType<Begin>[]>()
const livesOf = (whatsappId: number) => running.get(whatsappId) ?? []

beforeAll(async () => {
  n = await startCloudNumber({ graceMs: 700 }, whatsappId => start => {
    const life = beginCloudThread(whatsappId)(start)
    running.set(whatsappId, [...livesOf(whatsappId), life])
    void life.ended.then(() =>
      running.set(
        whatsappId,
        livesOf(whatsappId).filter(one => one !== life),
      ),
    )
    return life
  })
})
afterAll(() => n.close())

const idOf = (answer: Awaited<ReturnType<CloudNumber['send']>>) =>
  (answer.body as { message: { id: string } }).message.id
const taken = (id: string) => n.graph.taken.filter(one => one.callback === id)

it('is begun for a number that is connected, and ended when it is signed out', async () => {
  expect(livesOf(n.whatsappId)).toHaveLength(1)
  const other = await n.add('206540352242922')
  expect(livesOf(other.whatsappId)).toHaveLength(1)
  await n.h.running.app.channel.disconnect(other.whatsappId)
  await expect.poll(() => livesOf(other.whatsappId)).toEqual([])
  expect(await n.status(other.whatsappId)).toBe('DISCONNECTED')
  expect(await n.status()).toBe('CONNECTED')
})

it('that ends in a call leaves the message unsure, not sent twice; the number says so and comes back by itself', async () => {
  const admin = await n.h.connect(n.h.one.admin)
  const other = await n.add('306540352242922')
  const [open, behind, elsewhere] = [
    await n.conversation(),
    await n.conversation(),
    await n.conversation('5511977770001', undefined, other.whatsappId),
  ]
  n.graph.troubles.push({ kind: 'answerHeld', until: new Promise(() => {}) })
  const sending = n.send(open.id, 'com a resposta em aberto')
  await expect.poll(() => n.graph.taken.at(-1)?.body.text).toMatchObject({ body: 'com a resposta em aberto' })
  for (const life of livesOf(n.whatsappId)) await life.terminate()
  const first = idOf(await sending)
  // Written in the second in which there is no thread: it waits, and the neighbour's goes.
  const second = idOf(await n.send(behind.id, 'durante'))
  const theirs = idOf(await n.send(elsewhere.id, 'do vizinho'))
  await expect.poll(() => taken(theirs)).toHaveLength(1)
  await expect.poll(() => n.status()).toBe('CONNECTED')
  await expect.poll(() => taken(second)).toHaveLength(1)
  const said = admin
    .of('whatsappSession')
    .map(event => event.session as { id: number; status: string; statusReason: string })
    .filter(session => session.id === n.whatsappId)
    .map(({ status, statusReason }) => [status, statusReason])
  expect(said).toContainEqual(['TIMEOUT', 'restart'])
  expect(said.at(-1)?.[0]).toBe('CONNECTED')
  expect(await n.status(other.whatsappId)).toBe('CONNECTED')
  expect((await n.row(second))?.failure).toBeNull()
  await expect.poll(async () => (await n.row(first))?.failure).toBe('ERR_WAPP_UNSURE')
  expect(taken(first)).toHaveLength(1)
  const [one] = taken(first)
  if (!one) throw new Error('not taken')
  await n.graph.deliver(n.hook, n.graph.delivery({ statuses: [n.graph.status(one, 'delivered')] }))
  await expect.poll(async () => (await n.row(first))?.failure).toBeNull()
  expect(taken(first)).toHaveLength(1)
  expect(livesOf(n.whatsappId)).toHaveLength(1)
})

it('is tried again while it ends at once each time, and what was written meanwhile leaves once', async () => {
  const ticket = await n.conversation()
  for (let times = 0; times < 3; times++) {
    await expect.poll(() => livesOf(n.whatsappId).length).toBe(1)
    for (const life of livesOf(n.whatsappId)) await life.terminate()
  }
  const id = idOf(await n.send(ticket.id, 'entre quedas'))
  await expect.poll(() => taken(id)).toHaveLength(1)
  await expect.poll(async () => (await n.row(id))?.ack).toBeGreaterThan(0)
})

it('fetches a file also for a number that was signed out meanwhile, and ends after it', async () => {
  const { whatsappId, hook } = await n.add('406540352242922')
  await n.h.running.app.channel.disconnect(whatsappId)
  await expect.poll(() => livesOf(whatsappId)).toEqual([])
  n.graph.files.set('late-file', { bytes: Buffer.from('conteúdo'), mime: 'text/plain', name: 'a.txt' })
  const document = { id: 'late-file', mime_type: 'text/plain', filename: 'a.txt' }
  const message = {
    ...n.graph.text('5511966660077', ''),
    text: undefined,
    type: 'document',
    document,
  }
  await n.graph.deliver(hook, n.graph.delivery({ messages: [message] }, '406540352242922'))
  await expect.poll(async () => (await n.row(message.id))?.mediaName).toBe('a.txt')
  await expect.poll(() => livesOf(whatsappId)).toEqual([])
})
