/**
 * The server of WhatsApp Web, and people with phones, as far as stanzas go: people encrypt with the library's own Signal
 * sessions, and what is not acknowledged is delivered again to the next connection. The transport is not encrypted
 * (./plain-web-library.mjs).
 */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import type { AuthenticationCreds, BinaryNode, proto as Proto } from '@whiskeysockets/baileys'
import * as baileys from '@whiskeysockets/baileys'
import { type WebSocket, WebSocketServer } from 'ws'
import { silentLogger } from './silent-logger'

const nothing = (): void => undefined

/** What somebody has to know of a device to write to it. */
export type Bundle = Parameters<
  ReturnType<typeof baileys.DEFAULT_CONNECTION_CONFIG.makeSignalRepository>['injectE2ESession']
>[0]['session']

export const deviceOf = (phone: string): string => `${phone}:7@s.whatsapp.net`

/** Credentials of a number as they are once a phone has taken it in. */
export function pairedCreds(phone: string): AuthenticationCreds {
  return {
    ...baileys.initAuthCreds(),
    me: { id: deviceOf(phone), name: 'Padaria Aurora' },
    account: { details: Buffer.from('device') },
    registered: true,
    // The history has come already: nothing is waited for.
    accountSyncCounter: 1,
  }
}

export function bundleOf(creds: AuthenticationCreds): Bundle {
  const { signedIdentityKey, signedPreKey, registrationId } = creds
  return {
    registrationId,
    identityKey: baileys.generateSignalPubKey(signedIdentityKey.public),
    signedPreKey: {
      keyId: signedPreKey.keyId,
      publicKey: baileys.generateSignalPubKey(signedPreKey.keyPair.public),
      signature: signedPreKey.signature,
    },
  }
}

/**
 * One after the other: the library queues work on a session by its address, for a whole process, so that two people who
 * write to one device at once would work in one another's transactions, and use a key twice.
 */
let turn: Promise<unknown> = Promise.resolve()
function inTurn<T>(work: () => Promise<T>): Promise<T> {
  const done = turn.then(work)
  turn = done.catch(nothing)
  return done
}

type Kept = Record<string, Record<string, unknown>>

/** A person's phone. @param kept JSON of an earlier `keys()`. */
export function createPerson(jid: string, kept?: string) {
  const state = kept
    ? (JSON.parse(kept, baileys.BufferJSON.reviver) as { creds: AuthenticationCreds; data: Kept })
    : { creds: { ...baileys.initAuthCreds(), me: { id: jid, name: 'Maria' } }, data: {} as Kept }
  const { creds, data } = state
  const keys = baileys.addTransactionCapability(
    {
      get: async (type, ids) =>
        Object.fromEntries(ids.flatMap(id => (data[type]?.[id] ? [[id, data[type][id]]] : []))) as never,
      async set(changes) {
        for (const [type, byId] of Object.entries(changes)) data[type] = { ...data[type], ...byId }
      },
    },
    silentLogger,
    { maxCommitRetries: 1, delayBetweenTriesMs: 1 },
  )
  const signal = baileys.DEFAULT_CONNECTION_CONFIG.makeSignalRepository({ creds, keys }, silentLogger)
  const encrypted = async (device: string, message: Proto.IMessage): Promise<BinaryNode> => {
    const data = baileys.encodeWAMessage(message)
    const { type, ciphertext } = await inTurn(() => signal.encryptMessage({ jid: device, data }))
    return { tag: 'enc', attrs: { v: '2', type }, content: ciphertext }
  }
  return {
    jid,
    signal,
    keys: () => JSON.stringify(state, baileys.BufferJSON.replacer),
    /** Before the first word to a device. */
    async meet(device: string, session: Bundle): Promise<void> {
      if ((await signal.validateSession(device)).exists) return
      await inTurn(() => signal.injectE2ESession({ jid: device, session }))
    },
    /** What the server is to deliver. @param more attributes of the stanza. */
    async write(
      device: string,
      id: string,
      message: Proto.IMessage,
      more: Record<string, string> = {},
    ): Promise<BinaryNode> {
      const attrs = {
        id,
        from: jid,
        type: 'text',
        t: String(Math.floor(Date.now() / 1_000)),
        notify: 'Maria',
      }
      return { tag: 'message', attrs: { ...attrs, ...more }, content: [await encrypted(device, message)] }
    },
    /** The same in a group: the key of what this person says there goes along. */
    async writeIn(group: string, device: string, id: string, message: Proto.IMessage): Promise<BinaryNode> {
      const made = await signal.encryptGroupMessage({
        group,
        meId: jid,
        data: baileys.encodeWAMessage(message),
      })
      const axolotlSenderKeyDistributionMessage = made.senderKeyDistributionMessage
      const key = { senderKeyDistributionMessage: { groupId: group, axolotlSenderKeyDistributionMessage } }
      const stanza = await this.write(device, id, key, { from: group, participant: jid })
      const said = { tag: 'enc', attrs: { v: '2', type: 'skmsg' }, content: made.ciphertext }
      return { ...stanza, content: [...(stanza.content as BinaryNode[]), said] }
    },
  }
}

/** The keys a device uploads. */
function bundleIn(node: BinaryNode): Bundle {
  const at = (within: BinaryNode, ...path: string[]): Buffer => {
    let found: BinaryNode | undefined = within
    for (const tag of path) found = found && baileys.getBinaryNodeChild(found, tag)
    return Buffer.from(found?.content as Uint8Array)
  }
  return {
    registrationId: at(node, 'registration').readUInt32BE(),
    identityKey: baileys.generateSignalPubKey(at(node, 'identity')),
    signedPreKey: {
      keyId: at(node, 'skey', 'id').readUIntBE(0, 3),
      publicKey: baileys.generateSignalPubKey(at(node, 'skey', 'value')),
      signature: at(node, 'skey', 'signature'),
    },
  }
}

/** The answer to every question after people: nobody is known by another name. */
const nobodyKnown = (id: string): BinaryNode => ({
  tag: 'iq',
  attrs: { id, type: 'result', from: 's.whatsapp.net' },
  content: [{ tag: 'usync', attrs: {}, content: [{ tag: 'list', attrs: {}, content: [] }] }],
})

/** Intro of a connection's first frame: the library's four bytes. */
const INTRO = 4

export class WhatsAppServer {
  /** Waiting for an acknowledgement, in their order, by the number they go to. */
  readonly waiting = new Map<string, BinaryNode[]>()
  /** What a device that was paired has told of its keys, by its number. */
  readonly bundles = new Map<string, Bundle>()
  private readonly connections = new Map<string, WebSocket>()
  private server: WebSocketServer | null = null
  /** Every stanza a number sends. */
  onStanza: (phone: string, node: BinaryNode) => void = nothing
  /** A number is connected, and has been sent what waited. */
  onConnected: (phone: string) => void = nothing

  /** @returns its address. */
  async start(port = 0): Promise<string> {
    const server = new WebSocketServer({ host: '127.0.0.1', port })
    this.server = server
    server.on('connection', (socket, { url = '' }) => this.connected(url.slice(1), socket))
    await once(server, 'listening')
    return `ws://127.0.0.1:${(server.address() as AddressInfo).port}`
  }
  async stop(): Promise<void> {
    for (const socket of this.connections.values()) socket.terminate()
    await new Promise(done => this.server?.close(done))
  }
  /** Delivers until it is acknowledged. */
  deliver(phone: string, stanza: BinaryNode): void {
    this.waiting.set(phone, [...(this.waiting.get(phone) ?? []), stanza])
    this.send(phone, stanza)
  }
  /** Sends once. */
  send(phone: string, node: BinaryNode): void {
    const socket = this.connections.get(phone)
    if (socket?.readyState === socket?.OPEN) socket?.send(baileys.encodeBinaryNode(node))
  }

  private connected(phone: string, socket: WebSocket): void {
    this.connections.get(phone)?.terminate()
    this.connections.set(phone, socket)
    let rest = Buffer.alloc(0)
    let intro = INTRO
    let reading = Promise.resolve()
    socket.on('error', nothing)
    socket.on('message', data => {
      rest = Buffer.concat([rest, data as Buffer])
      if (rest.length < intro) return
      rest = rest.subarray(intro)
      intro = 0
      while (rest.length >= 3 && rest.length >= 3 + rest.readUIntBE(0, 3)) {
        const frame = rest.subarray(3, 3 + rest.readUIntBE(0, 3))
        rest = rest.subarray(3 + frame.length)
        reading = reading.then(async () => this.heard(phone, await baileys.decodeBinaryNode(frame)))
      }
    })
    // What waited is marked as such, and delivered before anything new.
    for (const stanza of this.waiting.get(phone) ?? [])
      this.send(phone, { ...stanza, attrs: { ...stanza.attrs, offline: '0' } })
    this.onConnected(phone)
  }
  private heard(phone: string, node: BinaryNode): void {
    const { id = '', type } = node.attrs
    if (node.tag === 'iq') {
      if (node.attrs.xmlns === 'encrypt') this.bundles.set(phone, bundleIn(node))
      this.send(phone, nobodyKnown(id))
    }
    // A receipt, or that it cannot be read: both end the delivering.
    if ((node.tag === 'receipt' && type !== 'retry') || node.tag === 'ack')
      this.waiting.set(
        phone,
        (this.waiting.get(phone) ?? []).filter(one => one.attrs.id !== id),
      )
    this.onStanza(phone, node)
  }
}
