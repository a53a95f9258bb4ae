/**
 * The library of WhatsApp Web itself, on a server that speaks its stanzas without the transport's encryption
 * (./whatsapp-server.ts; where, is said by `?at=` in the address of this file, or by TURNO_TEST_WHATSAPP): what comes in is
 * decrypted, acknowledged and handed on by the library's own code. What leaves is its own message, handed over without
 * asking for the devices of who gets it. Where no phone is paired yet, one reads the code, and its keys are told to that server.
 */
import { EventEmitter } from 'node:events'
import * as baileys from '@whiskeysockets/baileys'

export * from '@whiskeysockets/baileys'

export const sockets = []

const at = new URL(import.meta.url).searchParams.get('at')

/** The number that is paired, and how long its phone takes to read the code, in milliseconds. */
const PHONE = '551140028922'
const READS_MS = 1_500

let pairedNow = false

/** Shows a code, is paired, and is told to connect anew, as the library is. */
function unpaired(config) {
  const ev = baileys.makeEventBuffer(config.logger)
  const close = statusCode => {
    const error = Object.assign(new Error('ended'), { output: { statusCode } })
    ev.emit('connection.update', { connection: 'close', lastDisconnect: { error, date: new Date() } })
  }
  const timers = [
    setTimeout(() => ev.emit('connection.update', { qr: '2@code' }), 10),
    setTimeout(() => {
      pairedNow = true
      ev.emit('creds.update', {
        me: { id: `${PHONE}:7@s.whatsapp.net`, name: 'Padaria Aurora' },
        account: { details: Buffer.from('device') },
        registered: true,
        accountSyncCounter: 1,
      })
      ev.emit('connection.update', { isNewLogin: true })
      timers.push(setTimeout(() => close(515), 10))
    }, READS_MS),
  ]
  const end = async () => {
    for (const timer of timers) clearTimeout(timer)
  }
  return { ev, ws: new EventEmitter(), end, logout: end }
}

export function makeWASocket(config) {
  const { me } = config.auth.creds
  if (!me) return unpaired(config)
  const [phone] = me.id.split(':')
  const socket = baileys.makeWASocket({
    ...config,
    waWebSocketUrl: `${at ?? process.env.TURNO_TEST_WHATSAPP}/${phone}`,
    fireInitQueries: false,
  })
  sockets.push(socket)
  const { ev, ws } = socket
  // No handshake: stanzas as they are.
  ws.removeAllListeners('open')
  ws.removeAllListeners('message')
  ws.on('open', () => {
    ev.emit('connection.update', { connection: 'open' })
    ws.emit('CB:ib,,offline', { tag: 'ib', attrs: {}, content: [{ tag: 'offline', attrs: { count: '0' } }] })
    if (pairedNow) void socket.uploadPreKeys()
    pairedNow = false
  })
  let read = Promise.resolve()
  ws.on('message', data => {
    read = read.then(async () => {
      const node = await baileys.decodeBinaryNode(data)
      ws.emit(`TAG:${node.attrs.id}`, node)
      ws.emit(`CB:${node.tag}`, node)
      if (node.tag === 'ack') ws.emit(`CB:ack,class:${node.attrs.class}`, node)
    })
  })
  return {
    ...socket,
    groupMetadata: async id => ({ id, subject: 'Família Aurora', participants: [] }),
    async sendMessage(jid, content, options = {}) {
      const sent = await baileys.generateWAMessage(jid, content, {
        logger: config.logger,
        userJid: me.id,
        messageId: options.messageId,
        upload: async () => ({ mediaUrl: 'https://mmg.invalid/file', directPath: '/file' }),
      })
      const bytes = baileys.proto.Message.encode(sent.message).finish()
      const attrs = { id: sent.key.id, to: jid, type: 'text' }
      await socket.sendNode({
        tag: 'message',
        attrs,
        content: [{ tag: 'plaintext', attrs: {}, content: bytes }],
      })
      return sent
    },
  }
}
