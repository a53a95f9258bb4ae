/** What leaves and what comes in by a paired number of WhatsApp Web, against a double with the library's own messages. */
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { and, eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { fileRefused } from '../../../electron/server/automation/auto-replies/answers'
import {
  contacts,
  inbox,
  messages,
  reactions,
  tickets,
  webMessages,
  webPeople,
} from '../../../electron/server/platform/db/schema'
import { CUSTOMER, GROUP } from '../../support/whatsapp-web-double'
import { startWebNumber, until, type WebNumber } from './web-number'

let n: WebNumber
beforeAll(async () => {
  n = await startWebNumber()
})
afterAll(() => n.close())

const idOf = (answer: { body: unknown }) => (answer.body as { message: { id: string } }).message.id
const jidOf = (number: string) => `${number}@s.whatsapp.net`
const come = async (id: string) => {
  await until(async () => (await n.row(id)) !== undefined)
  const row = await n.row(id)
  if (!row) throw new Error('not stored')
  return row
}
/** Somebody writes. @returns it as it is stored. */
const said = (...args: Parameters<typeof n.phone.write>) => come(n.phone.write(...args).key.id ?? '')
const contactOf = async (number: string) => await n.h.row(contacts, eq(contacts.number, number))
const ticketOf = async (id: number) => await n.h.row(tickets, eq(tickets.id, id))

describe('what leaves', () => {
  it('quotes what it answers, and names the author in a group', async () => {
    const row = await said('Que horas abre?', {
      remoteJid: GROUP,
      participant: '5511911112222@s.whatsapp.net',
      name: 'Rui',
    })
    await n.h.update(tickets, { status: 'open', userId: n.h.one.ana.id }, eq(tickets.id, row.ticketId))
    const id = idOf(await n.send(row.ticketId, 'Às oito', { quotedMsg: { id: row.id } }))
    const info = n.phone.taken.find(one => one.id === id)?.message.message?.extendedTextMessage?.contextInfo
    expect(info).toMatchObject({
      stanzaId: row.id,
      participant: '5511911112222@s.whatsapp.net',
      quotedMessage: { conversation: 'Que horas abre?' },
    })
    await n.h.call(n.h.one.ana, 'messages.react', { params: { id: row.id }, body: { type: '👍' } })
    expect(n.phone.taken.at(-1)?.message.message?.reactionMessage).toMatchObject({
      text: '👍',
      key: { id: row.id, remoteJid: GROUP, participant: '5511911112222@s.whatsapp.net', fromMe: false },
    })
  })

  it('is edited and deleted on the customer’s phone too', async () => {
    const ticket = await n.conversation('5511900000003')
    const id = idOf(await n.send(ticket.id, 'Abrimos às oito'))
    await n.h.call(n.h.one.ana, 'messages.edit', { params: { id }, body: { body: 'Abrimos às nove' } })
    const edited = n.phone.taken.at(-1)?.message.message
    expect(JSON.stringify(edited)).toContain('Abrimos às nove')
    expect(JSON.stringify(edited)).toContain(id)
    await n.h.call(n.h.one.ana, 'messages.remove', { params: { id } })
    expect(n.phone.taken.at(-1)?.message.message?.protocolMessage?.key).toMatchObject({ id, fromMe: true })
    expect((await n.row(id))?.isDeleted).toBe(true)
  })

  it('what WhatsApp refuses is a reason on the message, what could not leave is tried again', async () => {
    const ticket = await n.conversation('5511900000004')
    n.phone.answers = '463'
    const refused = await n.send(ticket.id, 'nova conversa')
    n.phone.answers = 'taken'
    expect([refused.status, refused.body]).toMatchObject([400, { error: 'ERR_WAPP_NEW_CHATS' }])
    n.phone.refuseSends.push(Object.assign(new Error('Connection Closed'), { output: { statusCode: 428 } }))
    const id = idOf(await n.send(ticket.id, 'espera um pouco'))
    await expect.poll(() => n.phone.taken.filter(one => one.id === id)).toHaveLength(1)
    await expect.poll(async () => (await n.row(id))?.ack).toBe(1)
    expect((await n.row(id))?.failure).toBeNull()
  })

  it('shows whoever has the ticket open that the customer writes, whom it asks WhatsApp about once', async () => {
    const ticket = await n.conversation('5511900000016')
    const jid = jidOf('5511900000016')
    const to = { number: '5511900000016', isGroup: false }
    const ref = { companyId: ticket.companyId, whatsappId: n.whatsappId, messageId: 'any', to }
    for (let i = 0; i < 2; i++) await n.h.running.app.channel.showTyping?.(ref)
    expect(n.phone.presences).toContain(`composing ${jid}`)
    expect(n.phone.followed.filter(one => one === jid)).toEqual([jid])
    const [ana, other] = await Promise.all([
      n.h.connect(n.h.one.ana, [String(ticket.id)]),
      n.h.connect(n.h.one.ana, ['open']),
    ])
    for (const lastKnownPresence of ['composing', 'paused'] as const)
      n.phone.tell({ 'presence.update': { id: jid, presences: { [jid]: { lastKnownPresence } } } })
    await ana.until(({ payload }) => payload.activity === 'gone')
    expect(ana.of('ticketPresence')).toMatchObject([
      { ticketId: ticket.id, userId: null, activity: 'writing' },
      { ticketId: ticket.id, userId: null, activity: 'gone' },
    ])
    expect(other.of('ticketPresence')).toEqual([])
    for (const listener of [ana, other]) listener.close()
  })

  it('tells WhatsApp that somebody has read', async () => {
    const row = await said('Alguém aí?', { remoteJid: jidOf('5511900000005') })
    await n.h.update(tickets, { status: 'open', userId: n.h.one.ana.id }, eq(tickets.id, row.ticketId))
    await n.h.call(n.h.one.ana, 'messages.list', { params: { ticketId: row.ticketId } })
    await expect
      .poll(() => n.phone.read.at(-1))
      .toMatchObject({ id: row.id, remoteJid: jidOf('5511900000005'), fromMe: false })
  })
})

describe('what comes in', () => {
  it('is one message however often it comes, in its place when it comes late', async () => {
    const jid = jidOf('5511911110001')
    const at = (minutes: number) => new Date(Date.now() - minutes * 60_000)
    const later = n.phone.write('segunda', { remoteJid: jid, at: at(1) })
    const early = n.phone.write('primeira', { remoteJid: jid, at: at(2) })
    n.phone.tell({ 'messages.upsert': { messages: [later, early], type: 'append' } })
    const row = await come(early.key.id ?? '')
    await come(later.key.id ?? '')
    const rows = await n.h.rows(messages, eq(messages.ticketId, row.ticketId))
    expect(rows.map(one => one.body).sort()).toEqual(['primeira', 'segunda'])
    expect((await contactOf('5511911110001'))?.name).toBe('Maria Souza')
  })

  it('fetches files again when that fails, and nothing of the chat overtakes them', async () => {
    const remoteJid = jidOf('5511911110003')
    n.phone.files.set('/v/photo', new Uint8Array(5_000).fill(7))
    n.phone.cutFiles = 1
    const about = { directPath: '/v/photo', mimetype: 'image/jpeg', fileLength: 5_000 }
    const photo = n.phone.write({ imageMessage: { ...about, caption: 'a fachada' } }, { remoteJid })
    const words = n.phone.write('viu?', { remoteJid })
    await come(words.key.id ?? '')
    const { seq } = await come(photo.key.id ?? '')
    expect(seq).toBeLessThan((await come(words.key.id ?? '')).seq)
    // It stood without its file meanwhile.
    await expect
      .poll(() => n.row(photo.key.id ?? ''))
      .toMatchObject({ seq, mediaType: 'application', body: 'a fachada', mediaSize: 5_000 })
    const gone = { audioMessage: { directPath: '/v/gone', mimetype: 'audio/ogg; codecs=opus' } }
    const { id } = await said(gone, { remoteJid })
    await expect.poll(async () => (await n.row(id))?.body).toContain('Arquivo não recebido')
  })

  it('leaves out a file over the limit: the agent reads what came and why, the customer what to do', async () => {
    const number = '5511911110014'
    await n.h.setting(n.h.one, 'downloadLimit', '1')
    const about = { directPath: '/v/film', mimetype: 'video/mp4', fileLength: 2 * 2 ** 20 }
    const row = await said({ videoMessage: { ...about, caption: 'o telhado' } }, { remoteJid: jidOf(number) })
    expect(row.body).toMatch(/^o telhado\n_Arquivo não recebido: .+ \(2 MB\) passa do limite de 1 MB\._$/)
    const told = () =>
      n.phone.taken
        .filter(({ jid }) => jid === jidOf(number))
        .map(({ message }) => message.message?.extendedTextMessage?.text ?? message.message?.conversation)
    await expect.poll(told).toEqual([fileRefused(1)])
    await n.h.setting(n.h.one, 'downloadLimit', '100')
  })

  it('is held up by nothing else: not by another chat’s file, not by a reaction to what nobody knows', async () => {
    const slow = jidOf('5511911110021')
    let fetched = (): void => undefined
    n.phone.slowFiles.set(
      '/v/slow',
      new Promise(done => {
        fetched = done
      }),
    )
    n.phone.files.set('/v/slow', new Uint8Array(10))
    const video = n.phone.write(
      { videoMessage: { directPath: '/v/slow', mimetype: 'video/mp4', fileLength: 10 } },
      { remoteJid: slow },
    )
    const remoteJid = jidOf('5511911110022')
    n.phone.react({ remoteJid, id: 'LONGAGO', fromMe: false }, '👍', { remoteJid })
    await said('não espera', { remoteJid })
    expect(await n.row(video.key.id ?? '')).toBeUndefined()
    fetched()
    await come(video.key.id ?? '')
  })

  it('is the group’s, by its member; nothing of groups where the company ignores them, and never a status', async () => {
    const participant = '5511922220001@s.whatsapp.net'
    const row = await said('oi grupo', { remoteJid: GROUP, participant, name: 'Bete' })
    const author = await n.h.row(contacts, eq(contacts.id, row.contactId ?? 0))
    expect([author?.number, author?.name]).toEqual(['5511922220001', 'Bete'])
    const group = await contactOf('120363041234567890')
    expect([group?.name, group?.isGroup]).toEqual(['Família Aurora', true])
    await n.h.setting(n.h.one, 'CheckMsgIsGroup', 'enabled')
    const ignored = n.phone.write('ninguém lê', { remoteJid: GROUP, participant })
    n.phone.write('meu status', { remoteJid: 'status@broadcast', participant })
    n.phone.write('canal', { remoteJid: '120363099999999999@newsletter' })
    await said('direto', { remoteJid: participant })
    await n.h.setting(n.h.one, 'CheckMsgIsGroup', 'disabled')
    expect(await n.row(ignored.key.id ?? '')).toBeUndefined()
    expect(await n.h.db.$count(messages, eq(messages.body, 'meu status'))).toBe(0)
    expect(await n.h.db.$count(messages, eq(messages.body, 'canal'))).toBe(0)
  })

  it('knows one person by the phone number, whichever of the two numbers the message names', async () => {
    const lid = '987654321012345@lid'
    const row = await said('pelo anônimo', { remoteJid: lid, remoteJidAlt: jidOf('5511911110005') })
    const contact = await contactOf('5511911110005')
    expect(row.contactId).toBe(contact?.id)
    const hidden = '555666777888999@lid'
    const first = await said('sem número', { remoteJid: hidden })
    await n.h.update(tickets, { status: 'open', userId: n.h.one.ana.id }, eq(tickets.id, first.ticketId))
    const id = idOf(await n.send(first.ticketId, 'Olá'))
    expect(n.phone.taken.find(one => one.id === id)?.jid).toBe(hidden)
    n.phone.lids.set(hidden, jidOf('5511911110006'))
    n.phone.tell({ 'lid-mapping.update': { lid: hidden, pn: jidOf('5511911110006') } })
    await expect.poll(async () => (await contactOf('5511911110006'))?.id).toBe(first.contactId)
    const second = await said('de novo', { remoteJid: hidden })
    expect(second.ticketId).toBe(first.ticketId)
  })

  it('learns user names from messages, members of groups and the address book, and finds who shows no number by them', async () => {
    const found = async (searchParam: string) =>
      (
        await n.h.call<{ contacts: { number: string; name: string; username: string | null }[] }>(
          n.h.one.admin,
          'contacts.list',
          { query: { searchParam } },
        )
      ).body.contacts
    const lid = '555666777889001@lid'
    await said('oi', { remoteJid: lid, remoteJidUsername: '@lia.doces', name: '' })
    expect(await found('lia.doces')).toMatchObject([{ number: lid, name: '@lia.doces' }])
    const participant = '555666777889002@lid'
    const group = '120363041234567891@g.us'
    await n.h.setting(n.h.one, 'CheckMsgIsGroup', 'disabled')
    const inGroup = { remoteJid: group, participant, participantUsername: 'rui_pao', name: 'Rui' }
    await said('bom dia', inGroup)
    expect(await found('rui_pao')).toMatchObject([{ number: participant, name: 'Rui' }])
    // An address book names whom it does not know by name by the user name: nobody saved that.
    const phone = '5511911110019'
    await said('oi', { remoteJid: jidOf(phone) })
    n.phone.tell({
      'contacts.upsert': [
        { id: jidOf(phone), name: 'ana.flor', username: 'ana.flor' },
        { id: lid, lid, name: 'lia.bolos', username: 'lia.bolos' },
      ],
    })
    await expect
      .poll(async () => await found('lia.bolos'))
      .toMatchObject([{ number: lid, name: '@lia.bolos' }])
    expect(await found('ana.flor')).toMatchObject([{ number: phone, username: 'ana.flor' }])
    const book = await n.h.running.app.channel.phoneContacts(n.whatsappId)
    expect(book.filter(({ name }) => /flor|bolos/.test(name))).toEqual([])
  })

  it('takes reactions, edits and deletions of their author, and of nobody else', async () => {
    const remoteJid = jidOf('5511911110007')
    const { id } = await said('custa 10', { remoteJid })
    const foreign = { remoteJid: jidOf('5511911110008'), id, fromMe: false }
    n.phone.edit(foreign, 'custa 1')
    n.phone.revoke(foreign)
    n.phone.edit({ remoteJid, id, fromMe: false }, 'custa 12')
    await expect.poll(async () => (await n.row(id))?.body).toBe('custa 12')
    expect((await n.row(id))?.isEdited).toBe(true)
    n.phone.react({ remoteJid, id, fromMe: false }, '❤️', { remoteJid })
    const row = await n.row(id)
    const mark = eq(reactions.messageSeq, row?.seq ?? 0)
    await expect.poll(() => n.h.db.$count(reactions, mark)).toBe(1)
    n.phone.react({ remoteJid, id, fromMe: false }, '', { remoteJid })
    await expect.poll(() => n.h.db.$count(reactions, mark)).toBe(0)
    expect((await n.row(id))?.isDeleted).toBe(false)
    n.phone.revoke({ remoteJid, id, fromMe: false })
    await expect.poll(async () => (await n.row(id))?.isDeleted).toBe(true)
  })

  it('a call is refused with a word where the company takes none, and noted where it does', async () => {
    const from = jidOf('5511911110009')
    await n.h.setting(n.h.one, 'call', 'disabled')
    n.phone.call({ id: 'CALLED1', from, chatId: from })
    const refused = await come('CALLED1')
    expect([refused.mediaType, refused.body]).toEqual(['call_log', expect.stringContaining('recusada')])
    expect(n.phone.rejected).toEqual(['CALLED1'])
    const words = and(eq(messages.ticketId, refused.ticketId), eq(messages.fromMe, true))
    await expect.poll(async () => (await n.h.row(messages, words))?.body).toContain('não atendemos chamadas')
    await n.h.setting(n.h.one, 'call', 'enabled')
    n.phone.call({ id: 'CALLED2', from, chatId: from, isVideo: true })
    expect((await come('CALLED2')).body).toContain('Chamada de vídeo recebida')
    n.phone.call({ id: 'CALLED2', from, chatId: from, status: 'terminate' })
    expect(n.phone.rejected).toEqual(['CALLED1'])
  })
})

describe('what is written on the phone itself', () => {
  it('stands in the thread as our own, once, and ends the customer’s waiting', async () => {
    const remoteJid = jidOf('5511933330001')
    const asked = await said('tem pão?', { remoteJid })
    expect((await ticketOf(asked.ticketId))?.waitingSince).not.toBeNull()
    const echo = n.phone.write('tem sim', { remoteJid, fromMe: true, name: 'Padaria Aurora' })
    n.phone.tell({ 'messages.upsert': { messages: [echo], type: 'append' } })
    const row = await come(echo.key.id ?? '')
    expect([row.fromMe, row.userId, row.ticketId]).toEqual([true, null, asked.ticketId])
    expect(await ticketOf(asked.ticketId)).toMatchObject({
      waitingSince: null,
      unreadMessages: 0,
      lastMessage: 'tem sim',
      fromMe: true,
    })
    expect((await contactOf('5511933330001'))?.name).toBe('Maria Souza')
    n.phone.edit({ remoteJid, id: row.id, fromMe: true }, 'tem, quentinho')
    await expect.poll(async () => (await n.row(row.id))?.body).toBe('tem, quentinho')
    n.phone.receipt(row.id, 4, remoteJid)
    await expect.poll(async () => (await n.row(row.id))?.ack).toBe(4)
  })

  it('does not double what was sent from here', async () => {
    const ticket = await n.conversation('5511933330002')
    const id = idOf(await n.send(ticket.id, 'daqui'))
    const remoteJid = jidOf('5511933330002')
    n.phone.write('daqui', { remoteJid, id, fromMe: true })
    await said('chegou', { remoteJid })
    expect(
      await n.h.db.$count(messages, and(eq(messages.ticketId, ticket.id), eq(messages.fromMe, true))),
    ).toBe(1)
    expect(await n.h.db.$count(webMessages, eq(webMessages.messageId, id))).toBe(1)
  })
})

describe('whom it knows', () => {
  it('keeps a person’s picture in the company’s folder, and asks for it now and then only', async () => {
    const bytes = await readFile('electron/demo/media/product-1.png')
    let asked = 0
    const shop = createServer((_request, response) => {
      asked += 1
      response.setHeader('content-type', 'image/png')
      response.end(bytes)
    })
    shop.listen(0, '127.0.0.1')
    await once(shop, 'listening')
    const { port } = shop.address() as AddressInfo
    const remoteJid = jidOf('5511944440009')
    n.phone.pictures.set(remoteJid, `http://127.0.0.1:${port}/p.png`)
    await said('com foto', { remoteJid })
    await expect
      .poll(async () => (await contactOf('5511944440009'))?.profilePicUrl)
      .toMatch(/^\/media\/\d+\/.+\.png$/)
    await said('de novo', { remoteJid })
    await said('e de novo', { remoteJid })
    expect(asked).toBe(1)
    const contact = await contactOf('5511944440009')
    const path = contact?.profilePicUrl ?? ''
    const served = await n.h.raw(n.h.one.ana, path)
    expect(Buffer.from(await served.arrayBuffer()).equals(bytes)).toBe(true)
    shop.close()
    // Who is erased is kept nowhere: neither words, nor address, nor picture.
    const ofPerson = () =>
      Promise.all([
        n.h.db.$count(webMessages, eq(webMessages.chat, remoteJid)),
        n.h.db.$count(inbox, eq(inbox.chat, remoteJid)),
        n.h.db.$count(webPeople, eq(webPeople.number, '5511944440009')),
      ])
    expect((await ofPerson()).every(count => count > 0)).toBe(true)
    await n.h.call(n.h.one.admin, 'contacts.erase', { params: { id: contact?.id ?? 0 } })
    expect(await ofPerson()).toEqual([0, 0, 0])
    expect((await n.h.raw(n.h.one.ana, path)).status).toBe(404)
  })

  it('brings the phone’s address book, and asks whether numbers exist', async () => {
    n.phone.tell({
      'contacts.upsert': [
        { id: jidOf('5511944440001'), name: 'Fornecedor' },
        { id: '1234@lid', phoneNumber: jidOf('5511944440002'), name: 'Contadora' },
        { id: jidOf('5511944440003'), notify: 'só o apelido' },
      ],
    })
    await expect
      .poll(() => n.h.running.app.channel.phoneContacts(n.whatsappId))
      .toEqual([
        { number: '5511944440002', name: 'Contadora' },
        { number: '5511944440001', name: 'Fornecedor' },
      ])
    n.phone.unknown.add('5511900009999')
    const { channel } = n.h.running.app
    expect(await channel.checkNumber(n.whatsappId, '5511900009999')).toMatchObject({ exists: false })
    expect(await channel.checkNumber(n.whatsappId, CUSTOMER.split('@')[0] ?? '')).toMatchObject({
      exists: true,
    })
  })
})
