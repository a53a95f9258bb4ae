/**
 * The library of WhatsApp Web with another socket, for threads: it pairs by itself, takes what it is given, and tells what
 * a text orders. `/file` brings a file in; `/crash` ends the thread; `/hang` holds it.
 */
import { EventEmitter } from 'node:events'
import * as baileys from '@whiskeysockets/baileys'
import { mediaOf } from './web-media.mjs'

export * from '@whiskeysockets/baileys'

const nothing = () => {}
const silent = {
  level: 'silent',
  trace: nothing,
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
}
silent.child = () => silent

const CUSTOMER = '5511987654321@s.whatsapp.net'

/** How long a person takes to pair, in milliseconds. */
export const person = { pairMs: 50 }

export function makeWASocket({ auth }) {
  const ev = baileys.makeEventBuffer(silent)
  const ws = new EventEmitter()
  const { creds } = auth
  const close = statusCode =>
    ev.emit('connection.update', {
      connection: 'close',
      lastDisconnect: {
        error: Object.assign(new Error('ended'), { output: { statusCode } }),
        date: new Date(),
      },
    })
  setTimeout(() => {
    if (creds.account) return ev.emit('connection.update', { connection: 'open' })
    ev.emit('connection.update', { qr: '2@code' })
    pairing = setTimeout(pair, person.pairMs)
  }, 10)
  let pairing
  function pair() {
    ev.emit('creds.update', {
      me: { id: '551140028922:7@s.whatsapp.net', name: 'Padaria' },
      account: { details: Buffer.from('device') },
    })
    ev.emit('connection.update', { isNewLogin: true })
    setTimeout(() => close(515), 10)
  }
  const orders = {
    '/crash': () => process.exit(1),
    '/hang': () => {
      for (;;);
    },
    '/file': () => {
      const imageMessage = { directPath: '/v/1', mimetype: 'image/png', caption: 'veja', fileLength: 300_000 }
      const key = { remoteJid: CUSTOMER, fromMe: false, id: 'FILE1' }
      ev.emit('messages.upsert', {
        type: 'notify',
        messages: [
          baileys.proto.WebMessageInfo.fromObject({
            key,
            message: { imageMessage },
            messageTimestamp: Math.floor(Date.now() / 1_000),
            pushName: 'Maria',
          }),
        ],
      })
    },
  }
  return {
    ev,
    ws,
    user: creds.me,
    end: async () => clearTimeout(pairing),
    requestPairingCode: async () => 'TURN2026',
    logout: async () => close(401),
    groupMetadata: async () => ({ subject: 'Grupo' }),
    profilePictureUrl: async () => undefined,
    signalRepository: { lidMapping: { getPNForLID: async () => null } },
    async sendMessage(jid, content, { messageId }) {
      orders[content.text]?.()
      const attrs = { id: messageId, class: 'message', from: jid }
      setTimeout(() => ws.emit('CB:ack,class:message', { tag: 'ack', attrs }), 5)
      return { key: { id: messageId }, message: baileys.proto.Message.create({ conversation: content.text }) }
    },
  }
}

export const { getUrlFromDirectPath, getMediaKeys } = mediaOf(async () => new Uint8Array(300_000).fill(9))
