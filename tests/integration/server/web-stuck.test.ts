/** A file of WhatsApp Web that hangs: whom that concerns, and whom it does not. */
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { inbox, whatsapps } from '../../../electron/server/platform/db/schema'
import { startWebNumber, until, type WebNumber } from './web-number'

let n: WebNumber
beforeAll(async () => {
  n = await startWebNumber({ fileShownMs: 50 })
})
afterAll(() => n.close())

const jidOf = (number: string): string => `${number}@s.whatsapp.net`
const bodyOf = async (id: string) => (await n.row(id))?.body
let serial = 0
/** A document that comes when `release` is called; nobody calls it who wants it to hang. */
const document = (number: string, more: { fromMe?: boolean; hangs?: boolean } = {}) => {
  const directPath = `/v/${++serial}`
  n.phone.files.set(directPath, Buffer.from('a document'))
  let release = (): void => undefined
  if (more.hangs ?? true)
    n.phone.slowFiles.set(
      directPath,
      new Promise(done => {
        release = done
      }),
    )
  const about = { directPath, mimetype: 'text/plain', fileLength: 10, fileName: 'nota.txt', caption: 'veja' }
  const { key } = n.phone.write(
    { documentMessage: about },
    { remoteJid: jidOf(number), fromMe: more.fromMe ?? false },
  )
  return { id: key.id ?? '', release }
}
const text = (number: string, words: string): string =>
  n.phone.write(words, { remoteJid: jidOf(number) }).key.id ?? ''

it('holds up neither what its customer writes next, nor others’ files; it stands in its message when it comes', async () => {
  const stuck = document('5511933330001')
  const after = text('5511933330001', 'chegou?')
  await expect.poll(() => bodyOf(after)).toBe('chegou?')
  const before = await n.row(stuck.id)
  expect(before).toMatchObject({ body: 'veja\n_Arquivo a caminho: nota.txt_', mediaFile: null })
  expect(before?.seq).toBeLessThan((await n.row(after))?.seq ?? 0)
  const other = document('5511933330002', { hangs: false })
  await expect.poll(async () => (await n.row(other.id))?.mediaName).toBe('nota.txt')
  stuck.release()
  await expect
    .poll(() => n.row(stuck.id))
    .toMatchObject({ seq: before?.seq, body: 'veja', mediaName: 'nota.txt' })
  const done = () => n.h.db.$count(inbox, eq(inbox.payload, ''))
  await expect.poll(done).toBe(await n.h.db.$count(inbox))
})

it('of what was written on the phone itself is no other: it stands there, and follows', async () => {
  const stuck = document('5511933330003', { fromMe: true })
  await expect.poll(() => bodyOf(stuck.id)).toBe('veja\n_Arquivo a caminho: nota.txt_')
  expect((await n.row(stuck.id))?.fromMe).toBe(true)
  stuck.release()
  await expect
    .poll(() => n.row(stuck.id))
    .toMatchObject({ fromMe: true, body: 'veja', mediaName: 'nota.txt' })
})

it('more of them than are fetched at once hold up no words, and no other number’s files', async () => {
  const stuck = Array.from({ length: 6 }, (_, i) => document(`551193333001${i}`))
  const last = text('5511933330015', 'e o meu?')
  await expect.poll(() => bodyOf(last)).toBe('e o meu?')
  expect(await bodyOf(stuck[5]?.id ?? '')).toBe('veja\n_Arquivo a caminho: nota.txt_')
  const made = await n.h.call<{ id: number }>(n.h.one.admin, 'whatsapps.create', {
    body: { name: 'Outro celular', provider: 'web' },
  })
  const stateOf = async () =>
    (await n.h.db.select().from(whatsapps).where(eq(whatsapps.id, made.body.id)))[0]?.status
  await until(async () => (await stateOf()) === 'qrcode')
  n.phone.pair()
  await until(async () => (await stateOf()) === 'CONNECTED')
  const elsewhere = document('5511933330020', { hangs: false })
  await expect.poll(async () => (await n.row(elsewhere.id))?.mediaName).toBe('nota.txt')
  for (const one of stuck) one.release()
  for (const { id } of stuck) await expect.poll(() => bodyOf(id)).toBe('veja')
})
