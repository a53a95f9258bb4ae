/** WhatsApp Business Cloud API, against a double of Meta's Graph API. */
import { readFile } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { fileRefused } from '../../../electron/server/automation/auto-replies/answers'
import { accountOf } from '../../../electron/server/desk/channel/cloud/account'
import { cloudAccounts, messages, reactions, tickets } from '../../../electron/server/platform/db/schema'
import { cloudNumberForFile } from './for-file'

const n = cloudNumberForFile()

const texts = () => n.graph.taken.map(one => (one.body.text as { body: string } | undefined)?.body)
const file = (from: string, type: 'image' | 'video', about: object) =>
  n.graph.message(from, { type, [type]: about })

it('the secrets of a number are sealed', async () => {
  const row = await n.h.row(cloudAccounts, eq(cloudAccounts.whatsappId, n.whatsappId))
  for (const secret of [row?.accessToken, row?.appSecret, row?.verifyToken])
    expect(secret).toMatch(/^v1\.[^.]+\.[^.]+\.[^.]+$/)
})

describe('what leaves', () => {
  it('a failure that Meta tells of later stands on the message, and an older word does not take it away', async () => {
    const { id, sent } = await n.sent((await n.conversation()).id, 'Alguém aí?')
    await n.tell({ statuses: [n.graph.status(sent, 'failed', 131047)] })
    await expect.poll(async () => (await n.row(id))?.failure).toBe('ERR_WAPP_WINDOW_CLOSED')
    await n.tell({ statuses: [n.graph.status(sent, 'sent')] })
    await expect.poll(() => n.row(id)).toMatchObject({ ack: 2, failure: 'ERR_WAPP_WINDOW_CLOSED' })
  })

  it('a permanent error is a reason on the message, a temporary one is waited for', async () => {
    const ticket = await n.conversation()
    n.graph.troubles.push({ kind: 'refuse', code: 131026 })
    const refused = await n.send(ticket.id, 'recusada')
    expect([refused.status, refused.body.error]).toEqual([400, 'ERR_WAPP_UNDELIVERABLE'])
    const other = await n.conversation()
    for (const trouble of [
      { kind: 'refuse', code: 131056 },
      { kind: 'refuse', code: 130429, status: 429 },
      { kind: 'refuse', code: 80007 },
    ] as const) {
      n.graph.troubles.push(trouble)
      const answer = await n.send(other.id, `espera ${trouble.code}`)
      expect([answer.status, answer.body.message.failure]).toEqual([200, null])
      await expect.poll(() => texts().filter(text => text === `espera ${trouble.code}`)).toHaveLength(1)
    }
  })

  it('a recording leaves as a voice note, and a file Meta does not take is named as the reason', async () => {
    const ticket = await n.conversation()
    const send = (bytes: Uint8Array<ArrayBuffer>, name: string, type: string) => {
      const form = new FormData()
      form.append('medias', new File([bytes], name, { type }))
      return n.h.call<{ message: { id: string }; error?: string }>(n.h.one.ana, 'messages.send', {
        params: { ticketId: ticket.id },
        body: form,
      })
    }
    const voice = await send(
      new Uint8Array(await readFile('electron/demo/media/voice-1.mp3')),
      'audio-record-site-voz.mp3',
      'audio/mpeg',
    )
    const note = n.graph.taken.find(({ callback }) => callback === voice.body.message.id)
    const audio = note?.body.audio as { id: string; voice?: boolean } | undefined
    const file = n.graph.files.get(audio?.id ?? '')
    expect([audio?.voice, file?.mime, file?.bytes.toString('latin1', 0, 4)]).toEqual([
      true,
      'audio/ogg; codecs=opus',
      'OggS',
    ])
    const invoice = await send(new TextEncoder().encode('<nfe/>'), 'nota.xml', 'text/xml')
    expect([invoice.status, invoice.body.error]).toEqual([400, 'ERR_WAPP_MEDIA'])
  })

  it('reactions, receipts and typing go by Meta’s own ids; what the number cannot do is refused', async () => {
    const number = '5511955550001'
    const words = n.graph.text(number, 'obrigado!')
    await n.tell({ messages: [words], names: { [number]: 'Rita' } })
    const { ticketId } = (await n.stored(words.id)).row
    await n.h.update(tickets, { status: 'open', userId: n.h.one.ana.id }, eq(tickets.id, ticketId))
    const reacted = await n.h.call(n.h.one.ana, 'messages.react', {
      params: { id: words.id },
      body: { type: '👍' },
    })
    expect(reacted.status).toBe(200)
    expect(n.graph.taken.at(-1)).toMatchObject({
      type: 'reaction',
      to: number,
      body: { reaction: { message_id: words.id, emoji: '👍' } },
    })
    const typing = (who: typeof n.h.one.ana) => n.h.call(who, 'messages.typing', { params: { ticketId } })
    // Whoever looks on leaves no trace; the one whose ticket it is shows that an answer is coming.
    expect((await typing(n.h.one.admin)).status).toBe(200)
    expect((await typing(n.h.one.ana)).status).toBe(200)
    await expect.poll(() => n.graph.typing).toEqual([words.id])
    const { id } = await n.sent(ticketId, 'de nada')
    const refused = await n.h.call(n.h.one.ana, 'messages.remove', { params: { id } })
    expect(refused.body.error).toBe('ERR_WAPP_UNSUPPORTED')
  })
})

describe('what comes in', () => {
  it('is stored once however often, late, or changed it is delivered, and not at all when it is not signed', async () => {
    const number = '5511955550002'
    const now = Math.floor(Date.now() / 1_000)
    const [first, second, third] = ['um', 'dois', 'três'].map((body, i) =>
      n.graph.text(number, body, {}, now - 60 + i),
    )
    const all = n.graph.delivery({ messages: [first, second, third], names: { [number]: 'Bia' } })
    expect(await n.graph.deliver(n.hook, all, { secret: 'another secret' })).toBe(401)
    expect(await n.graph.deliver(n.hook, all, { change: text => text.replace('um', 'UM') })).toBe(401)
    expect(await n.graph.deliver(`${n.hook.slice(0, -1)}0x`, all)).toBe(404)
    // The last one first; then everything twice, and once more with other words.
    await n.tell({ messages: [third], names: { [number]: 'Bia' } })
    await n.graph.deliver(n.hook, all)
    await n.graph.deliver(n.hook, all)
    const changed = n.graph.delivery({ messages: [{ ...second, text: { body: 'outra' } }] })
    expect(await n.graph.deliver(n.hook, changed)).toBe(200)
    const thread = async () => {
      const rows = await n.h.db
        .select({ body: messages.body, at: messages.createdAt })
        .from(messages)
        .where(eq(messages.fromMe, false))
        .orderBy(messages.createdAt)
      return rows.filter(row => ['um', 'dois', 'três', 'outra', 'UM'].includes(row.body)).map(row => row.body)
    }
    await expect.poll(thread).toEqual(['um', 'dois', 'três'])
  })

  it('a file is fetched again when it fails, into its place: what follows does not wait for it', async () => {
    const number = '5511955550003'
    const bytes = Buffer.from('ÿØÿ a picture of a cake'.repeat(50), 'latin1')
    n.graph.files.set('pic-1', { bytes, mime: 'image/jpeg', name: '' })
    n.graph.fileTroubles.push(500, 0)
    const picture = file(number, 'image', { id: 'pic-1', mime_type: 'image/jpeg', caption: 'o bolo' })
    const words = n.graph.text(number, 'chegou?')
    await n.tell({ messages: [picture, words], names: { [number]: 'Caio' } })
    const { seq } = (await n.stored(words.id)).row
    await expect.poll(async () => (await n.row(picture.id))?.mediaFile).toBeTruthy()
    const shown = await n.row(picture.id)
    expect(shown).toMatchObject({ body: 'o bolo', mediaSize: bytes.length })
    expect(shown?.seq).toBeLessThan(seq)
  })

  it('a file over the limit: the agent reads what came and why, the customer what to do', async () => {
    const number = '5511955550005'
    await n.h.setting(n.h.one, 'downloadLimit', '1')
    const bytes = Buffer.alloc(2 * 2 ** 20, 7)
    n.graph.files.set('film', { bytes, mime: 'video/mp4', name: '' })
    const film = file(number, 'video', { id: 'film', mime_type: 'video/mp4', caption: 'o telhado' })
    await n.tell({ messages: [film], names: { [number]: 'Gil' } })
    await expect.poll(async () => (await n.row(film.id))?.body).toContain('passa do limite de 1 MB')
    expect((await n.row(film.id))?.body).toContain('o telhado')
    await expect
      .poll(() =>
        n.graph.taken.filter(one => one.to === number).map(one => (one.body.text as { body: string }).body),
      )
      .toContain(fileRefused(1))
    await n.h.setting(n.h.one, 'downloadLimit', '100')
  })

  it('what waits is taken in the order it was written, however one delivery mixes it up', async () => {
    const number = '5511955550015'
    const now = Math.floor(Date.now() / 1_000) - 100
    const written = ['um', 'dois', 'três'].map((body, i) => n.graph.text(number, body, {}, now + i))
    await n.tell({ messages: [2, 0, 1].map(i => written[i]), names: { [number]: 'Lia' } })
    const rows = await Promise.all(written.map(async ({ id }) => (await n.stored(id)).row))
    const places = rows.map(({ seq }) => seq)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
  })

  it('a reaction finds its message, also one that came before it', async () => {
    const number = '5511955550005'
    const words = n.graph.text(number, 'reaja')
    const reacted = { type: 'reaction', reaction: { message_id: words.id, emoji: '❤️' } }
    const reaction = n.graph.message(number, reacted)
    await n.tell({ messages: [reaction], names: { [number]: 'Eva' } })
    await n.tell({ messages: [words], names: { [number]: 'Eva' } })
    const { seq } = (await n.stored(words.id)).row
    await expect.poll(() => n.h.db.$count(reactions, eq(reactions.messageSeq, seq))).toBe(1)
  })
})

describe('the address Meta calls', () => {
  it('answers its question only to who knows the verify token', async () => {
    const account = await accountOf(n.h.db, n.h.running.app.keys, n.whatsappId)
    const ask = (token: string) =>
      fetch(
        `${n.hook}?${new URLSearchParams({ 'hub.mode': 'subscribe', 'hub.verify_token': token, 'hub.challenge': '1158201444' })}`,
      )
    const good = await ask(account?.verifyToken ?? '')
    expect([good.status, await good.text()]).toEqual([200, '1158201444'])
    expect((await ask('another')).status).toBe(403)
    const row = await n.h.row(cloudAccounts, eq(cloudAccounts.whatsappId, n.whatsappId))
    expect(row?.verifiedAt).toBeTruthy()
  })
})

describe('a number that is no longer taken', () => {
  it('goes down with the reason, and comes back when it is connected again', async () => {
    const ticket = await n.conversation()
    n.graph.token = 'another token'
    const answer = await n.send(ticket.id, 'sem token')
    expect([answer.status, answer.body.error]).toEqual([400, 'ERR_WAPP_ACCOUNT'])
    const { body } = await n.h.call<Record<string, unknown>>(n.h.one.admin, 'whatsapps.get', {
      params: { id: n.whatsappId },
    })
    expect(body).toMatchObject({ status: 'DISCONNECTED', statusReason: 'tokenRefused' })
    n.graph.token = 'EAA-token-of-the-double'
    await n.h.call(n.h.one.admin, 'whatsapps.connect', { params: { id: n.whatsappId } })
    await expect.poll(n.status).toBe('CONNECTED')
  })

  it('is tried again, too, when it is the database that does not answer', async () => {
    const { db } = n.h
    const select = db.select.bind(db)
    let left = 2
    const lost = vi.spyOn(db, 'select').mockImplementation(((...columns: []) => {
      const made = select(...columns)
      const from = made.from.bind(made)
      made.from = ((table: typeof cloudAccounts) => {
        if (table === cloudAccounts && left-- > 0) throw new Error('the database cannot be reached')
        return from(table)
      }) as typeof made.from
      return made
    }) as typeof db.select)
    await n.h.running.app.channel.connect(n.whatsappId)
    await expect.poll(n.status).toBe('CONNECTED')
    expect(left).toBeLessThan(0)
    lost.mockRestore()
  })

  it('is tried again while Meta does not answer', async () => {
    n.graph.away = true
    await n.h.call(n.h.one.admin, 'whatsapps.connect', { params: { id: n.whatsappId } })
    await expect.poll(n.status).toBe('TIMEOUT')
    n.graph.away = false
    await expect.poll(n.status).toBe('CONNECTED')
  })
})
