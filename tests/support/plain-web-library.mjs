/**
 * The library of WhatsApp Web itself, on a server that speaks its stanzas without the transport's encryption
 * (./whatsapp-server.ts; where, is said by `?at=` in the address of this file, or by TURNO_TEST_WHATSAPP): what comes in is
 * decrypted, acknowledged and handed on by the library's own code. What leaves is its own message, handed over without
 * asking for the devices of who gets it.
 */
import * as baileys from '@whiskeysockets/baileys'

export * from '@whiskeysockets/baileys'

export const sockets = []

const at = new URL(import.meta.url).searchParams.get('at')

export function makeWASocket(config) {
  const { me } = config.auth.creds
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
