/** WhatsApp Business Cloud API, against a double of Meta's Graph API. */
import { readFile } from 'node:fs/promises'
import { eq } from 'drizzle-orm'
import { describe, expect, it, vi } from 'vitest'
import { fileRefused } from '../../../electron/server/automation/auto-replies/answers'
import { accountOf } from '../../../electron/server/desk/channel/cloud/account'
import {
  cloudAccounts,
  inbox,
  messages,
  reactions,
  tickets,
} from '../../../electron/server/platform/db/schema'
import { cloudNumberForFile } from './for-file'

const n = cloudNumberForFile()

interface Said {
  message: { id: string; ack: number; failure: string | null }
}
const sent = async (ticketId: number, body: string) =>
  (await n.send(ticketId, body)) as unknown as { status: number; body: Said & { error?: string } }
const texts = () => n.graph.taken.map(one => (one.body.text as { body: string } | undefined)?.body)
describe('a number of the Cloud API', () => {
  it('is up once Meta has described it, and says what it can do', async () => {
    const { body } = await n.h.call<Record<string, unknown>>(n.h.one.admin, 'whatsapps.get', {
      params: { id: n.whatsappId },
    })
    expect(body).toMatchObject({ status: 'CONNECTED', number: '551140028922' })
    expect(body.capabilities).toContain('reactions')
    expect(body.capabilities).not.toContain('edit')
  })

  it('keeps its secrets sealed, and shows them to nobody', async () => {
    const [row] = await n.h.db.select().from(cloudAccounts).where(eq(cloudAccounts.whatsappId, n.whatsappId))
    for (const secret of [row?.accessToken, row?.appSecret, row?.verifyToken])
      expect(secret).toMatch(/^v1\.[^.]+\.[^.]+\.[^.]+$/)
  })
})

describe('what leaves', () => {
  it('is one call, carries our own id, and its statuses come back to it and never go down', async () => {
    const ticket = await n.conversation()
    const { status, body } = await sent(ticket.id, 'Bom dia')
    expect([status, body.message.failure]).toEqual([200, null])
    const [one] = n.graph.taken.filter(taken => taken.callback === body.message.id)
    if (!one) throw new Error('not taken')
    expect((await n.row(body.message.id))?.ack).toBe(1)
    for (const [word, ack] of [
      ['read', 4],
      ['delivered', 4],
      ['sent', 4],
    ] as const) {
      expect(await n.graph.deliver(n.hook, n.graph.delivery({ statuses: [n.graph.status(one, word)] }))).toBe(
        200,
      )
      await expect.poll(async () => (await n.row(body.message.id))?.ack).toBe(ack)
      await expect.poll(() => n.h.db.$count(inbox, eq(inbox.payload, ''))).toBeGreaterThan(0)
    }
  })

  it('a failure that Meta tells of later stands on the message, and an older word does not take it away', async () => {
    const ticket = await n.conversation()
    const { body } = await sent(ticket.id, 'Alguém aí?')
    const one = n.graph.taken.at(-1)
    if (!one) throw new Error('not taken')
    await n.graph.deliver(n.hook, n.graph.delivery({ statuses: [n.graph.status(one, 'failed', 131047)] }))
    await expect.poll(async () => (await n.row(body.message.id))?.failure).toBe('ERR_WAPP_WINDOW_CLOSED')
    await n.graph.deliver(n.hook, n.graph.delivery({ statuses: [n.graph.status(one, 'sent')] }))
    await expect.poll(async () => (await n.row(body.message.id))?.ack).toBe(2)
    expect((await n.row(body.message.id))?.failure).toBe('ERR_WAPP_WINDOW_CLOSED')
  })

  it('a permanent error is a reason on the message, a temporary one is waited for', async () => {
    const ticket = await n.conversation()
    for (const [code, failure] of [
      [131026, 'ERR_WAPP_UNDELIVERABLE'],
      [131030, 'ERR_WAPP_NOT_ALLOWED'],
      [100, 'ERR_SENDING_WAPP_MSG'],
      [131047, 'ERR_WAPP_WINDOW_CLOSED'],
    ] as const) {
      n.graph.troubles.push({ kind: 'refuse', code })
      const answer = await sent(ticket.id, `recusada ${code}`)
      expect([answer.status, answer.body.error]).toEqual([400, failure])
    }
    const other = await n.conversation()
    for (const trouble of [
      { kind: 'refuse', code: 131056 },
      { kind: 'refuse', code: 130429, status: 429 },
      { kind: 'refuse', code: 80007 },
    ] as const) {
      n.graph.troubles.push(trouble)
      const answer = await sent(other.id, `espera ${trouble.code}`)
      expect([answer.status, answer.body.message.failure]).toEqual([200, null])
      await expect.poll(() => texts().filter(text => text === `espera ${trouble.code}`)).toHaveLength(1)
    }
  })

  it('a recording leaves as a voice note, and a file Meta does not take is named as the reason', async () => {
    const ticket = await n.conversation()
    const send = (bytes: Uint8Array<ArrayBuffer>, name: string, type: string) => {
      const form = new FormData()
      form.append('medias', new File([bytes], name, { type }))
      return n.h.call<Said & { error?: string }>(n.h.one.ana, 'messages.send', {
        params: { ticketId: ticket.id },
        body: form,
      })
    }
    const voice = await send(
      new Uint8Array(await readFile('electron/demo/media/voice-1.mp3')),
      'voz.mp3',
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

  it('a message whose answer was lost is not sent again: its status tells that it left', async () => {
    const ticket = await n.conversation()
    n.graph.troubles.push({ kind: 'answerLost' })
    const first = await sent(ticket.id, 'perdida no caminho')
    expect([first.status, first.body.message.failure]).toEqual([200, null])
    const second = await sent(ticket.id, 'a seguinte')
    expect(second.status).toBe(200)
    expect(texts().filter(text => text === 'a seguinte')).toEqual([])
    const one = n.graph.taken.find(taken => taken.callback === first.body.message.id)
    if (!one) throw new Error('not taken')
    await n.graph.deliver(n.hook, n.graph.delivery({ statuses: [n.graph.status(one, 'delivered')] }))
    await expect.poll(async () => (await n.row(first.body.message.id))?.ack).toBe(3)
    await expect.poll(() => texts().filter(text => text === 'a seguinte')).toHaveLength(1)
    expect(texts().filter(text => text === 'perdida no caminho')).toHaveLength(1)
  })

  it('reactions, receipts and typing go by Meta’s own ids; what the number cannot do is refused', async () => {
    const number = '5511955550001'
    const words = n.graph.text(number, 'obrigado!')
    await n.graph.deliver(n.hook, n.graph.delivery({ messages: [words], names: { [number]: 'Rita' } }))
    await expect.poll(() => n.row(words.id)).toBeTruthy()
    const ticketId = (await n.row(words.id))?.ticketId ?? 0
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
    const own = await sent(ticketId, 'de nada')
    const refused = await n.h.call<{ error: string }>(n.h.one.ana, 'messages.remove', {
      params: { id: own.body.message.id },
    })
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
    await n.graph.deliver(n.hook, n.graph.delivery({ messages: [third], names: { [number]: 'Bia' } }))
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
    const now = Math.floor(Date.now() / 1_000)
    const picture = {
      from: number,
      id: n.graph.newId(),
      timestamp: String(now),
      type: 'image',
      image: { id: 'pic-1', mime_type: 'image/jpeg', caption: 'o bolo' },
    }
    const words = n.graph.text(number, 'chegou?', {}, now)
    await n.graph.deliver(
      n.hook,
      n.graph.delivery({ messages: [picture, words], names: { [number]: 'Caio' } }),
    )
    await expect.poll(() => n.row(words.id)).toBeTruthy()
    await expect.poll(async () => (await n.row(picture.id))?.mediaFile).toBeTruthy()
    const [file, text] = [await n.row(picture.id), await n.row(words.id)]
    expect(file).toMatchObject({ body: 'o bolo', mediaSize: bytes.length })
    expect((file?.seq ?? 0) < (text?.seq ?? 0)).toBe(true)
  })

  it('a file that never comes is said to be missing, with its words', async () => {
    const number = '5511955550004'
    const lost = {
      from: number,
      id: n.graph.newId(),
      timestamp: String(Math.floor(Date.now() / 1_000)),
      type: 'document',
      document: { id: 'gone', mime_type: 'application/pdf', filename: 'nota.pdf', caption: 'a nota' },
    }
    await n.graph.deliver(n.hook, n.graph.delivery({ messages: [lost], names: { [number]: 'Davi' } }))
    await expect.poll(async () => (await n.row(lost.id))?.body).toContain('nota.pdf')
    expect((await n.row(lost.id))?.body).toContain('a nota')
    expect((await n.row(lost.id))?.mediaFile).toBeNull()
  })

  it('a file over the limit: the agent reads what came and why, the customer what to do', async () => {
    const number = '5511955550005'
    await n.h.setting(n.h.one, 'downloadLimit', '1')
    const bytes = Buffer.alloc(2 * 2 ** 20, 7)
    n.graph.files.set('film', { bytes, mime: 'video/mp4', name: '' })
    const film = {
      from: number,
      id: n.graph.newId(),
      timestamp: String(Math.floor(Date.now() / 1_000)),
      type: 'video',
      video: { id: 'film', mime_type: 'video/mp4', caption: 'o telhado' },
    }
    await n.graph.deliver(n.hook, n.graph.delivery({ messages: [film], names: { [number]: 'Gil' } }))
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
    const [first, second, third] = written
    await n.graph.deliver(
      n.hook,
      n.graph.delivery({ messages: [third, first, second], names: { [number]: 'Lia' } }),
    )
    const rows = () => Promise.all(written.map(({ id }) => n.row(id)))
    await expect.poll(async () => (await rows()).every(row => row !== undefined)).toBe(true)
    const places = (await rows()).map(row => row?.seq ?? 0)
    expect(places).toEqual(places.toSorted((a, b) => a - b))
  })

  it('a reaction finds its message, also one that came before it', async () => {
    const number = '5511955550005'
    const words = n.graph.text(number, 'reaja')
    const reaction = {
      from: number,
      id: n.graph.newId(),
      timestamp: words.timestamp,
      type: 'reaction',
      reaction: { message_id: words.id, emoji: '❤️' },
    }
    await n.graph.deliver(n.hook, n.graph.delivery({ messages: [reaction], names: { [number]: 'Eva' } }))
    await n.graph.deliver(n.hook, n.graph.delivery({ messages: [words], names: { [number]: 'Eva' } }))
    await expect.poll(() => n.row(words.id)).toBeTruthy()
    const seq = (await n.row(words.id))?.seq ?? 0
    await expect.poll(() => n.h.db.$count(reactions, eq(reactions.messageSeq, seq))).toBe(1)
  })

  it('a place and a card come as the thread shows them', async () => {
    const number = '5511955550006'
    const base = { from: number, timestamp: String(Math.floor(Date.now() / 1_000)) }
    const place = {
      ...base,
      id: n.graph.newId(),
      type: 'location',
      location: { latitude: -23.5505, longitude: -46.6333, name: 'Praça da Sé' },
    }
    const card = {
      ...base,
      id: n.graph.newId(),
      type: 'contacts',
      contacts: [
        {
          name: { formatted_name: 'João' },
          phones: [{ phone: '+55 11 90000-0000', wa_id: '5511900000000' }],
        },
      ],
    }
    await n.graph.deliver(n.hook, n.graph.delivery({ messages: [place, card], names: { [number]: 'Gil' } }))
    await expect.poll(() => n.row(card.id)).toBeTruthy()
    expect(await n.row(place.id)).toMatchObject({ mediaType: 'locationMessage' })
    expect((await n.row(place.id))?.body).toContain('q=-23.5505%2C-46.6333')
    expect((await n.row(card.id))?.body).toContain('waid=5511900000000:+55 11 90000-0000')
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
    const [row] = await n.h.db.select().from(cloudAccounts).where(eq(cloudAccounts.whatsappId, n.whatsappId))
    expect(row?.verifiedAt).toBeTruthy()
  })
})

describe('a number that is no longer taken', () => {
  it('goes down with the reason, and comes back when it is connected again', async () => {
    const ticket = await n.conversation()
    n.graph.token = 'another token'
    const answer = await sent(ticket.id, 'sem token')
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
