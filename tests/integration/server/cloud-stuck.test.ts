/** Meta hangs, or has not what was promised: whom that concerns, and whom it does not. */
import { eq } from 'drizzle-orm'
import { beforeEach, expect, it, vi } from 'vitest'
import { fileRefused } from '../../../electron/server/automation/auto-replies/answers'
import { messages, whatsappQueues } from '../../../electron/server/platform/db/schema'
import { mediaFolder } from '../../../electron/server/platform/media/folder'
import { PHONE } from '../../support/graph-double'
import { startCloudNumber } from './cloud-number'
import { cloudNumberForFile } from './for-file'

const n = cloudNumberForFile({ callMs: 60_000, fileMs: 60_000, fileShownMs: 50, fileRetriesMs: [40, 40, 40] })
beforeEach(() => {
  n.graph.bad = null
  n.graph.fileTroubles.length = 0
})

let serial = 0
const picture = (from: string, more: Record<string, unknown> = {}) => {
  const id = `file-${++serial}`
  n.graph.files.set(id, { bytes: Buffer.from('a picture'), mime: 'text/plain', name: '' })
  const document = { id, mime_type: 'text/plain', filename: 'nota.txt', caption: 'veja', ...more }
  return n.graph.message(from, { type: 'document', document })
}
const deliver = (messages: unknown[]) => n.tell({ messages })
const bodyOf = async (id: string) => (await n.row(id))?.body

it('a file that hangs holds up neither its customer’s next words, nor others’ files and receipts', async () => {
  n.graph.bad = { calls: new RegExp(`/files/file-${serial + 1}$`), manner: 'silentAfterHead' }
  const from = '5511955560011'
  const stuck = picture(from)
  const after = n.graph.text(from, 'chegou?')
  await deliver([stuck, after])
  await expect.poll(() => bodyOf(after.id)).toBe('chegou?')
  expect(await bodyOf(stuck.id)).toBe('veja\n_Arquivo a caminho: nota.txt_')
  // Another customer's file, and words to another number of another company's kind of work: a receipt.
  const other = picture('5511955560099')
  const words = n.graph.text('5511955560098', 'oi')
  await deliver([other, words])
  await expect.poll(async () => (await n.row(other.id))?.mediaName).toBe('nota.txt')
  await expect.poll(() => bodyOf(words.id)).toBe('oi')
  expect((await n.row(stuck.id))?.mediaFile).toBeNull()
})

it('more hanging files than are fetched at once hold up no words, and another number’s files not either', async () => {
  const second = await n.add('306540352242922')
  const first = serial + 1
  const stuck = Array.from({ length: 6 }, (_, i) => picture(`55119555700${i}0`))
  n.graph.bad = {
    calls: new RegExp(`/files/(?:${stuck.map((_, i) => `file-${first + i}`).join('|')})$`),
    manner: 'silentAfterHead',
  }
  const toSecond = (messages: unknown[]) =>
    n.graph.deliver(second.hook, n.graph.delivery({ messages }, '306540352242922'))
  await toSecond(stuck)
  const words = n.graph.text('5511955570009', 'bom dia')
  const after = n.graph.text(stuck[5]?.from ?? '', 'e o meu?')
  await toSecond([words, after])
  const elsewhere = picture('5511955570010')
  await deliver([elsewhere])
  await expect.poll(() => bodyOf(words.id)).toBe('bom dia')
  await expect.poll(() => bodyOf(after.id)).toBe('e o meu?')
  await expect.poll(async () => (await n.row(elsewhere.id))?.mediaName).toBe('nota.txt')
})

it('a file Meta has not is said to be missing at once: it is asked for a single time', async () => {
  const from = '5511955580001'
  const gone = picture(from, { id: 'never-was' })
  const after = n.graph.text(from, 'e agora?')
  const asked = vi.spyOn(n.graph.phones, 'has')
  await deliver([gone, after])
  await expect.poll(() => bodyOf(after.id)).toBe('e agora?')
  await expect
    .poll(() => bodyOf(gone.id))
    .toBe('veja\n_Arquivo não recebido: nota.txt (não foi possível baixar)._')
  expect(asked.mock.calls.filter(([id]) => id === 'never-was')).toHaveLength(1)
  asked.mockRestore()
})

it('a file that cannot be kept is fetched again, and stands in its message when it can', async () => {
  const folder = mediaFolder(n.h.running.app.folder, n.h.one.id)
  const { media } = n.h.running.app
  const { write } = media
  let refused = 0
  media.write = async () => {
    refused += 1
    throw Object.assign(new Error(`EACCES: permission denied, open '${folder}'`), { code: 'EACCES' })
  }
  try {
    const sent = picture('5511955580002')
    await deliver([sent])
    await expect.poll(() => bodyOf(sent.id)).toBe('veja\n_Arquivo a caminho: nota.txt_')
    await expect.poll(() => refused).toBeGreaterThan(1)
    media.write = write
    await expect.poll(async () => (await n.row(sent.id))?.mediaName).toBe('nota.txt')
    expect(await n.row(sent.id)).toMatchObject({ body: 'veja', mediaMime: 'text/plain' })
    // For good: it is worded, with its name.
    media.write = () => Promise.reject(new Error('EACCES'))
    const lost = picture('5511955580003')
    await deliver([lost])
    await expect
      .poll(() => bodyOf(lost.id))
      .toBe('veja\n_Arquivo não recebido: nota.txt (não foi possível baixar)._')
  } finally {
    media.write = write
  }
})

it('a file that is too heavy is found so after its words: the agent reads why, the customer is told once', async () => {
  const folder = mediaFolder(n.h.running.app.folder, n.h.one.id)
  const { media } = n.h.running.app
  const { write } = media
  const sent = picture('5511955580004')
  media.write = async () => {
    // It stands in the thread without its file; by the next try the platform takes less.
    n.graph.files.set(sent.document.id, { bytes: Buffer.alloc(2 * 2 ** 20, 7), mime: 'text/plain', name: '' })
    await n.h.setting(n.h.one, 'downloadLimit', '1')
    throw Object.assign(new Error(`EACCES: permission denied, open '${folder}'`), { code: 'EACCES' })
  }
  try {
    await deliver([sent])
    await expect.poll(() => bodyOf(sent.id)).toBe('veja\n_Arquivo a caminho: nota.txt_')
    await expect
      .poll(() => bodyOf(sent.id))
      .toBe('veja\n_Arquivo não recebido: nota.txt passa do limite de 1 MB._')
    const told = () =>
      n.graph.taken.filter(one => one.to === sent.from).map(one => (one.body.text as { body: string }).body)
    await expect.poll(told).toEqual([fileRefused(1)])
  } finally {
    media.write = write
    await n.h.setting(n.h.one, 'downloadLimit', '100')
  }
})

it('a send that hangs ends by its limit, is said in the log, and holds up no other conversation', async () => {
  const short = await startCloudNumber({ callMs: 400 })
  try {
    const warn = vi.spyOn(short.h.running.app.log, 'warn')
    const [stuck, free] = [await short.conversation(), await short.conversation()]
    short.graph.bad = { calls: new RegExp(`POST /v26.0/${PHONE}/messages`), manner: 'silent' }
    const first = await short.send(stuck.id, 'presa')
    short.graph.bad = null
    const idOf = (answer: Awaited<typeof first>): string => answer.body.message.id
    expect(first.status).toBe(200)
    expect(warn).toHaveBeenCalledWith('a message may have left: its answer was lost', { ticketId: stuck.id })
    const other = idOf(await short.send(free.id, 'livre'))
    await expect.poll(async () => (await short.row(other))?.ack).toBeGreaterThan(0)
    expect(await short.row(idOf(first))).toMatchObject({ ack: 0, failure: null })
  } finally {
    await short.close()
  }
})

it('a bot whose answers hang holds up no incoming message', async () => {
  const queueIds = [n.h.one.vendas, n.h.one.suporte]
  await n.h.insert(
    whatsappQueues,
    queueIds.map(queueId => ({ companyId: n.h.one.id, whatsappId: n.whatsappId, queueId })),
  )
  n.graph.bad = { calls: new RegExp(`POST /v26.0/${PHONE}/messages`), manner: 'silent' }
  const all = Array.from({ length: 8 }, (_, i) => n.graph.text(`55119555900${10 + i}`, 'oi'))
  for (const one of all) {
    await deliver([one])
    await expect.poll(() => bodyOf(one.id)).toBe('oi')
  }
  const asked = await n.h.rows(messages, eq(messages.fromMe, true))
  expect(asked.length).toBeGreaterThan(0)
})

it('a number that was signed out meanwhile still gets the files of what was delivered', async () => {
  const { whatsappId, hook } = await n.add('406540352242922')
  await n.h.running.app.channel.disconnect(whatsappId)
  const late = picture('5511966660077')
  await n.graph.deliver(hook, n.graph.delivery({ messages: [late] }, '406540352242922'))
  await expect.poll(async () => (await n.row(late.id))?.mediaName).toBe('nota.txt')
  expect(await n.status(whatsappId)).toBe('DISCONNECTED')
})
