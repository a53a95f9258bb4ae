/** The agent's hour on a paired number of WhatsApp Web, against a double with the library's own messages. */
import type { proto } from '@whiskeysockets/baileys'
import { describe } from 'vitest'
import { agentHour, type FileKind, type Phone } from './agent-hour'
import { startWebNumber } from './web-number'

const remoteJid = '5511955550123@s.whatsapp.net'

interface Sent {
  kind: 'text' | FileKind
  words: string
  about: {
    contextInfo?: { stanzaId?: string | null } | null
    fileSha256?: Uint8Array | null
    fileName?: string | null
  }
}

/** What a message of ours is made of; null for what is no message to read (a reaction, an edit). */
function sentOf(message: proto.IMessage | null | undefined): Sent | null {
  const inner = message?.documentWithCaptionMessage?.message ?? message
  const file = (['image', 'audio', 'document'] as const).find(kind => inner?.[`${kind}Message`])
  if (file) return { kind: file, words: '', about: inner?.[`${file}Message`] ?? {} }
  const text = inner?.extendedTextMessage
  return text ? { kind: 'text', words: text.text ?? '', about: text } : null
}

async function phone(): Promise<Phone> {
  const n = await startWebNumber()
  const write = (message: proto.IMessage | string): string =>
    n.phone.write(message, { remoteJid, name: 'Lia Prado' }).key.id ?? ''
  const toLia = () => n.phone.taken.filter(one => one.jid === remoteJid)
  const readable = () =>
    toLia().flatMap(({ id, message }) => {
      const sent = sentOf(message.message)
      return sent ? [{ id, ...sent }] : []
    })
  return {
    h: n.h,
    whatsappId: n.whatsappId,
    say: async body => write(body),
    async sendFile(kind, { bytes, mime, name, words }) {
      const directPath = `/v/lia-${kind}`
      n.phone.files.set(directPath, bytes)
      const about = { directPath, mimetype: mime, fileLength: bytes.length, fileName: name, caption: words }
      return write({ [`${kind}Message`]: about })
    },
    async reactTo(id, emoji) {
      n.phone.react({ remoteJid, id, fromMe: true }, emoji, { remoteJid })
    },
    async read(messageId) {
      for (const status of [2, 3, 4]) n.phone.receipt(messageId, status, remoteJid)
    },
    words: () => readable().flatMap(({ kind, words }) => (kind === 'text' ? [words] : [])),
    arrived: () => readable().map(({ id }) => id),
    received(messageId) {
      const sent = readable().find(({ id }) => id === messageId)
      return sent
        ? {
            kind: sent.kind,
            quoted: sent.about.contextInfo?.stanzaId ?? null,
            hash: sent.about.fileSha256 ? Buffer.from(sent.about.fileSha256).toString('hex') : null,
            name: sent.about.fileName ?? null,
          }
        : undefined
    },
    knowsRead: messageId => n.phone.read.some(({ id }) => id === messageId),
    reactions: () =>
      toLia().flatMap(({ message }) => {
        const reaction = message.message?.reactionMessage
        return reaction ? [{ to: reaction.key?.id ?? '', emoji: reaction.text ?? '' }] : []
      }),
    close: () => n.close(),
  }
}

describe('an hour on WhatsApp Web', () => agentHour(phone))
