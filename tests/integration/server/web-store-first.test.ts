/** That a message is on the disk before WhatsApp hears that it has arrived: the library itself, its Signal sessions, a kill. */
import type { BinaryNode, proto as Proto } from '@whiskeysockets/baileys'
import { BufferJSON } from '@whiskeysockets/baileys'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { ChannelSink } from '../../../electron/server/desk/channel/channel'
import { createWebChannel } from '../../../electron/server/desk/channel/web'
import type { SessionHost } from '../../../electron/server/desk/channel/web/host'
import { storeKeys } from '../../../electron/server/desk/channel/web/keys'
import type { WebLibrary } from '../../../electron/server/desk/channel/web/library'
import type { WebUp } from '../../../electron/server/desk/channel/web/wire'
import { silentLog } from '../../../electron/server/log'
import { loadKeys } from '../../../electron/server/platform/auth/tokens'
import { KeepingSink } from '../../channel-contract/suite'
import { workspaceFile } from '../../channel-contract/workspace-file'
import { deferred } from '../../support/deferred'
import * as plainLibrary from '../../support/plain-web-library.mjs'
import { type HereHost, hostHere } from '../../support/web-host'
import { bundleOf, createPerson, deviceOf, pairedCreds, WhatsAppServer } from '../../support/whatsapp-server'

const PHONE = '551140028922'
const DEVICE = deviceOf(PHONE)
const MARIA = '5511987654321@s.whatsapp.net'
const GROUP = '120363041234567890@g.us'
const PRE_KEY = 7

class Sink extends KeepingSink {
  readonly changes: { messageId: string; body?: string }[] = []
  readonly ownWords: string[] = []
  override async edited(...[change]: Parameters<ChannelSink['edited']>): Promise<void> {
    this.changes.push(change)
  }
  override async revoked(...[{ messageId }]: Parameters<ChannelSink['revoked']>): Promise<void> {
    this.changes.push({ messageId })
  }
  override async echoed(...[batch]: Parameters<ChannelSink['echoed']>): Promise<void> {
    this.ownWords.push(...batch.map(({ body }) => body))
  }
}

const library: WebLibrary = plainLibrary
const server = new WhatsAppServer()
const creds = pairedCreds(PHONE)
let file: Awaited<ReturnType<typeof workspaceFile>>
let channel: ReturnType<typeof createWebChannel>
let host: HereHost
let sink: Sink
/** What happened, in its order: stored, keys, and each stanza that left. */
let happened: string[]
/** In the place of what the session asks of the server. */
let instead: Partial<WebUp>
let maria: ReturnType<typeof createPerson>
let serial = 0

const received = (node: BinaryNode): void => {
  const { id, type, error } = node.attrs
  if (['receipt', 'ack'].includes(node.tag))
    happened.push([node.tag, id, type, error].filter(Boolean).join(' '))
}
/** As the session sees the server. */
const watched: SessionHost = {
  begin: (whatsappId, up, events) =>
    host.begin(
      whatsappId,
      {
        ...up,
        async deliver(delivered) {
          await (instead.deliver ?? up.deliver)(delivered)
          for (const { event } of delivered)
            happened.push(`stored ${event.kind}${event.kind === 'ack' ? ` ${event.id} ${event.ack}` : ''}`)
        },
        async storeKeys(changes) {
          const turned = changes.some(({ type }) => type === 'session' || type === 'sender-key')
          if (turned && instead.storeKeys) return instead.storeKeys(changes)
          await up.storeKeys(changes)
          if (turned) happened.push('keys')
        },
      },
      events,
    ),
}
const isUp = () => expect.poll(() => channel.isConnected(file.whatsappId)).toBe(true)
/** Maria writes; without a stanza of hers, a text. */
const say = async (message: Proto.IMessage | string, id = `M${++serial}`): Promise<string> => {
  const content = typeof message === 'string' ? { conversation: message } : message
  server.deliver(PHONE, await maria.write(DEVICE, id, content))
  return id
}
const heard = (id: string) =>
  expect.poll(() => happened.some(one => /^(receipt|ack) /.test(one) && one.includes(` ${id}`))).toBe(true)
const bodies = () => sink.messages.map(({ body }) => body)

beforeAll(async () => {
  process.env.TURNO_TEST_WHATSAPP = await server.start()
  server.onStanza = (_phone, node) => received(node)
})
afterAll(() => server.stop())
beforeEach(async () => {
  happened = []
  instead = {}
  file = await workspaceFile('web')
  const keys = loadKeys(file.folder)
  const one = plainLibrary.Curve.generateKeyPair()
  const at = { companyId: file.companyId, whatsappId: file.whatsappId }
  const pack = (value: unknown) => JSON.stringify(value, BufferJSON.replacer)
  await storeKeys(file.db, keys, at, [
    { type: 'creds', id: 'self', value: pack(creds) },
    { type: 'pre-key', id: String(PRE_KEY), value: pack(one) },
  ])
  await file.wasUp(PHONE)
  maria = createPerson(MARIA)
  const preKey = { keyId: PRE_KEY, publicKey: plainLibrary.generateSignalPubKey(one.public) }
  await maria.meet(DEVICE, { ...bundleOf(creds), preKey })
  host = hostHere(library, { storeMs: 1, longestReconnectMs: 50 })
  sink = new Sink()
  channel = createWebChannel({ db: file.db, keys, sink, log: silentLog, host: watched })
  await channel.start()
  await isUp()
})
afterEach(async () => {
  server.waiting.clear()
  await channel.stop()
  await file.remove()
})

describe('a message', () => {
  it('is stored, then the session’s keys are written, and only then WhatsApp hears of it', async () => {
    const first = await say('bom dia')
    await heard(first)
    expect(happened.slice(0, 3)).toEqual([
      'stored message',
      'keys',
      expect.stringContaining(`receipt ${first}`),
    ])
    // Once Maria’s phone has an answer, its words are encrypted without a key exchange.
    const signalRepository = plainLibrary.sockets.at(-1)?.signalRepository ?? maria.signal
    const data = plainLibrary.encodeWAMessage({ conversation: 'oi' })
    const answer = await signalRepository.encryptMessage({ jid: MARIA, data })
    await maria.signal.decryptMessage({ jid: DEVICE, ...answer })
    happened = []
    const stanza = await maria.write(DEVICE, 'M-second', { conversation: 'tudo bem?' })
    expect((stanza.content as BinaryNode[])[0]?.attrs.type).toBe('msg')
    server.deliver(PHONE, stanza)
    await heard('M-second')
    expect(happened.slice(0, 3)).toEqual([
      'stored message',
      'keys',
      expect.stringContaining('receipt M-second'),
    ])
    await expect.poll(bodies).toEqual(['bom dia', 'tudo bem?'])
  })

  it('that cannot be stored is not acknowledged at all; WhatsApp delivers it again, and it is stored once', async () => {
    instead.deliver = () => Promise.reject(new Error('no space left'))
    const connections = plainLibrary.sockets.length
    const id = await say('não cabe')
    await expect.poll(() => plainLibrary.sockets.length).toBeGreaterThan(connections)
    expect(happened).toEqual([])
    expect(server.waiting.get(PHONE)?.map(({ attrs }) => attrs.id)).toEqual([id])
    instead = {}
    await heard(id)
    await expect.poll(bodies).toEqual(['não cabe'])
    // The session goes on where it stood.
    const next = await say('agora sim')
    await heard(next)
    await expect.poll(bodies).toEqual(['não cabe', 'agora sim'])
    expect(happened.filter(one => one.includes('retry') || one.startsWith('ack'))).toEqual([])
  })

  it('that is stored when the server is killed before the keys are written is delivered again, and stands once', async () => {
    const { promise: isReached, resolve: reached } = deferred()
    instead.storeKeys = () => {
      reached()
      return new Promise(() => undefined)
    }
    const id = await say('antes da queda')
    await isReached
    expect(happened).toEqual(['stored message'])
    instead = {}
    await host.crash(file.whatsappId)
    await heard(id)
    expect(happened.filter(one => one.includes(id))).toEqual([expect.stringMatching(/^receipt /)])
    const next = await say('depois')
    await heard(next)
    await expect.poll(bodies).toEqual(['antes da queda', 'depois'])
  })

  it('that is delivered again although its keys have moved on is known, and lost in no case', async () => {
    const stanza = await maria.write(DEVICE, 'M-again', { conversation: 'uma vez' })
    server.deliver(PHONE, stanza)
    await heard('M-again')
    happened = []
    server.deliver(PHONE, stanza)
    await heard('M-again')
    const next = await say('outra')
    await heard(next)
    await expect.poll(bodies).toEqual(['uma vez', 'outra'])
  })

  it('that waited at WhatsApp is not overtaken by what is written afterwards', async () => {
    const words = ['um', 'dois', 'três', 'quatro', 'cinco', 'seis']
    const made = await Promise.all(words.map((one, i) => maria.write(DEVICE, `W${i}`, { conversation: one })))
    const last = made.pop()
    const connected = new Promise<void>(resolve => {
      server.onConnected = () => {
        if (last) server.deliver(PHONE, last)
        server.onConnected = () => undefined
        resolve()
      }
    })
    server.waiting.set(PHONE, made)
    await host.crash(file.whatsappId)
    await connected
    await heard('W5')
    await expect.poll(bodies).toEqual(words)
  })

  it('of a group is stored first, too; the key that comes with it is no message', async () => {
    const stanza = await maria.writeIn(GROUP, DEVICE, 'G1', { conversation: 'para todos' })
    server.deliver(PHONE, stanza)
    await heard('G1')
    const stored = happened.indexOf('stored message')
    const receipt = happened.findIndex(one => one.startsWith('receipt'))
    expect(stored).toBeGreaterThan(-1)
    expect(receipt).toBeGreaterThan(stored)
    expect(happened.slice(0, receipt).filter(one => one === 'stored message')).toHaveLength(1)
    await expect.poll(() => sink.messages.length).toBe(1)
    expect(sink.messages[0]).toMatchObject({
      body: 'para todos',
      from: { isGroup: true, name: 'Família Aurora' },
    })
  })
})

describe('what is said of a message', () => {
  it('is stored first as well: reactions, edits, deletions; and what is nothing to be shown is not stored', async () => {
    const about = await say('preço?')
    await heard(about)
    const key = { remoteJid: DEVICE, fromMe: true, id: about }
    const { MESSAGE_EDIT, REVOKE, EPHEMERAL_SETTING } = plainLibrary.proto.Message.ProtocolMessage.Type
    const now = Date.now()
    const editedMessage = { conversation: 'qual o preço?' }
    const edit = { type: MESSAGE_EDIT, key, editedMessage, timestampMs: now }
    const cases: [Proto.IMessage, string[]][] = [
      [{ reactionMessage: { key, text: '👍', senderTimestampMs: now } }, ['stored reaction']],
      [{ editedMessage: { message: { protocolMessage: edit } } }, ['stored edit']],
      [{ protocolMessage: { type: REVOKE, key } }, ['stored revoke']],
      [{ protocolMessage: { type: EPHEMERAL_SETTING, ephemeralExpiration: 86_400 } }, []],
      [{ senderKeyDistributionMessage: { groupId: GROUP } }, []],
    ]
    for (const [message, stored] of cases) {
      happened = []
      const id = await say(message)
      await heard(id)
      const receipt = happened.findIndex(one => one.startsWith('receipt'))
      expect(happened.slice(0, receipt).filter(one => one !== 'keys')).toEqual(stored)
    }
    await expect.poll(() => sink.reactions).toMatchObject([{ messageId: about, type: '👍' }])
    await expect
      .poll(() => sink.changes)
      .toMatchObject([{ messageId: about, body: 'qual o preço?' }, { messageId: about }])
    expect(bodies()).toEqual(['preço?'])
  })

  it('on the phone itself is taken out of what the phone sends to its other devices', async () => {
    const phone = createPerson(`${PHONE}@s.whatsapp.net`)
    await phone.meet(DEVICE, bundleOf(creds))
    const sent = { deviceSentMessage: { destinationJid: MARIA, message: { conversation: 'do balcão' } } }
    server.deliver(PHONE, await phone.write(DEVICE, 'OWN1', sent, { recipient: MARIA }))
    await heard('OWN1')
    expect(happened.slice(0, 2)).toEqual(['stored message', 'keys'])
    await expect.poll(() => sink.ownWords).toEqual(['do balcão'])
  })
})

const receiptOf = (id: string, more: Record<string, string> = {}, ids: string[] = []): BinaryNode => ({
  tag: 'receipt',
  attrs: { id, from: MARIA, t: '1767225600', ...more },
  ...(ids.length > 0
    ? {
        content: [{ tag: 'list', attrs: {}, content: ids.map(one => ({ tag: 'item', attrs: { id: one } })) }],
      }
    : {}),
})
const callOf = (id: string): BinaryNode => ({
  tag: 'call',
  attrs: { id, from: MARIA, t: '1767225600' },
  content: [{ tag: 'offer', attrs: { 'call-id': `C-${id}`, 'call-creator': MARIA }, content: [] }],
})

describe('that a message of ours arrived', () => {
  it('or was read, is stored before WhatsApp hears that it is known, once, with all that one receipt names', async () => {
    server.deliver(PHONE, receiptOf('R1'))
    await heard('R1')
    expect(happened).toEqual(['stored ack R1 3', 'ack R1'])
    happened = []
    server.deliver(PHONE, receiptOf('R2', { type: 'read' }, ['R3', 'R4']))
    await heard('R2')
    expect(happened).toEqual(['stored ack R2 4', 'stored ack R3 4', 'stored ack R4 4', 'ack R2 read'])
    happened = []
    server.deliver(PHONE, receiptOf('R5', { from: GROUP, participant: MARIA }))
    await heard('R5')
    expect(happened).toEqual(['stored ack R5 3', 'ack R5'])
    // What another device of this account has read is no message of ours.
    happened = []
    server.deliver(
      PHONE,
      receiptOf('R6', { from: `${PHONE}@s.whatsapp.net`, recipient: MARIA, type: 'read' }),
    )
    await heard('R6')
    expect(happened).toEqual(['ack R6 read'])
  })
})

describe('that somebody calls', () => {
  it('is stored before WhatsApp hears that it is known, once; what follows on it is no other call', async () => {
    server.deliver(PHONE, callOf('K1'))
    await heard('K1')
    expect(happened).toEqual(['stored call', 'ack K1'])
    server.deliver(PHONE, callOf('K2'))
    server.deliver(PHONE, {
      ...callOf('K3'),
      content: [{ tag: 'terminate', attrs: { 'call-id': 'C-K2', 'call-creator': MARIA } }],
    })
    await heard('K3')
    await expect
      .poll(() => sink.messages.map(({ id, mediaType }) => [id, mediaType]))
      .toEqual([
        ['C-K1', 'call_log'],
        ['C-K2', 'call_log'],
      ])
  })
})

it.each([
  ['a receipt', receiptOf('R9'), ['stored ack R9 3', 'ack R9']],
  ['a call', callOf('R9'), ['stored call', 'ack R9']],
])('%s that cannot be stored is not acknowledged; WhatsApp says it again', async (_what, stanza, once) => {
  instead.deliver = () => Promise.reject(new Error('no space left'))
  const connections = plainLibrary.sockets.length
  server.deliver(PHONE, stanza)
  await expect.poll(() => plainLibrary.sockets.length).toBeGreaterThan(connections)
  expect(happened).toEqual([])
  instead = {}
  await heard('R9')
  expect(happened).toEqual(once)
})
