/** What WhatsApp Web is given of each kind of message, made by the library's own generator. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as baileys from '@whiskeysockets/baileys'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { contentOf } from '../../../electron/server/desk/channel/web/compose'
import { wordsOf } from '../../../electron/server/desk/channel/web/read'
import type { WebParcel } from '../../../electron/server/desk/channel/web/wire'
import { silentLogger } from '../../support/silent-logger'

let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'turno-web-'))
  await writeFile(join(folder, 'file'), Buffer.alloc(2_000, 1))
})
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))

const parcel = (more: Partial<WebParcel>): WebParcel => ({
  messageId: '3EB0AA',
  jid: '5511987654321@s.whatsapp.net',
  body: '',
  mediaType: null,
  media: null,
  isForwarded: false,
  quoted: null,
  ...more,
})
const media = (mime: string, name = 'file') => ({ path: join(folder, 'file'), mime, name, size: 2_000 })

/** The message the library makes, as the other side reads it. */
async function made(more: Partial<WebParcel>, voice: Parameters<typeof contentOf>[1] = null) {
  const whole = parcel(more)
  const { message } = await baileys.generateWAMessage(whole.jid, contentOf(whole, voice), {
    logger: silentLogger,
    userJid: '551140028922@s.whatsapp.net',
    upload: async () => ({ mediaUrl: 'https://mmg.invalid/x', directPath: '/x' }),
  })
  const decoded = baileys.proto.Message.decode(baileys.proto.Message.encode(message ?? {}).finish())
  return { message: decoded, words: wordsOf(baileys, decoded) }
}

describe('a message for WhatsApp Web', () => {
  it.each([
    [{ mediaType: 'image', body: 'a fachada', media: { mime: 'image/png' } }, 'image', 'a fachada'],
    [{ mediaType: 'video', body: '', media: { mime: 'video/mp4' } }, 'video', ''],
    [
      { mediaType: 'application', body: 'a conta', media: { mime: 'application/pdf' } },
      'application',
      'a conta',
    ],
    [{ mediaType: 'sticker', body: '', media: { mime: 'image/webp' } }, 'sticker', ''],
    [{ mediaType: 'audio', body: '', media: { mime: 'audio/ogg; codecs=opus' } }, 'audio', ''],
    // What WhatsApp does not show of its kind, and sound with words, go as documents.
    [{ mediaType: 'image', body: '', media: { mime: 'image/tiff' } }, 'application', ''],
    [{ mediaType: 'audio', body: 'ouça', media: { mime: 'audio/mpeg' } }, 'application', 'ouça'],
  ])('goes as what it is: %j', async (given, mediaType, body) => {
    const { words } = await made({ ...given, media: media(given.media.mime) })
    expect(words).toMatchObject({ mediaType, body, file: { size: 2_000 } })
  })

  it('a voice note is one: Opus, with its length and its waveform', async () => {
    const waveform = Uint8Array.from({ length: 64 }, (_, bar) => bar)
    const voice = { bytes: new Uint8Array(500), mime: 'audio/ogg; codecs=opus', seconds: 7, waveform }
    const { message } = await made({ mediaType: 'audio', media: media('audio/mpeg') }, voice)
    expect(message.audioMessage).toMatchObject({ ptt: true, seconds: 7, mimetype: 'audio/ogg; codecs=opus' })
    expect(Number(message.audioMessage?.fileLength)).toBe(500)
    expect([...(message.audioMessage?.waveform ?? [])]).toEqual([...waveform])
  })

  it('places and cards come back as they were; text fetches no preview; forwarded is marked', async () => {
    const place = await made({
      mediaType: 'locationMessage',
      body: 'https://maps.google.com/maps?q=-23.5%2C-46.6&z=17&hl=pt-BR | Loja',
    })
    expect(place.words).toMatchObject({ mediaType: 'locationMessage' })
    expect(place.words?.body).toContain('-23.5%2C-46.6')
    expect(place.words?.body).toContain('| Loja')
    const card = 'BEGIN:VCARD\nVERSION:3.0\nFN:Rui\nTEL;waid=5511988887777:+55 11 98888-7777\nEND:VCARD'
    expect((await made({ mediaType: 'contactMessage', body: card })).words).toMatchObject({
      mediaType: 'contactMessage',
      body: card,
    })
    const encoded = card.replace('FN:Rui', 'FN;ENCODING=QUOTED-PRINTABLE:Jo=C3=\n=A3o')
    const { message } = await made({ mediaType: 'contactMessage', body: encoded })
    expect(message.contactMessage).toMatchObject({ displayName: 'João', vcard: encoded })
    expect((await made({ mediaType: 'contactMessage', body: `${card}\n${card}` })).words?.body).toBe(
      `${card}\n${card}`,
    )
    const text = await made({ body: 'veja https://turno.invalid/x', isForwarded: true })
    expect(text.words).toMatchObject({ body: 'veja https://turno.invalid/x', isForwarded: true })
    expect(text.message.extendedTextMessage?.title ?? '').toBe('')
  })
})
