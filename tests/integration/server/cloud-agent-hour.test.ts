/** The agent's hour on a number of the Cloud API, against a double of Meta's Graph API. */
import { createHash } from 'node:crypto'
import { describe } from 'vitest'
import { agentHour, type FileKind, type Phone } from './agent-hour'
import { startCloudNumber } from './cloud-number'

const LIA = '5511955550123'
const KINDS: readonly string[] = ['image', 'audio', 'document'] satisfies FileKind[]

async function phone(): Promise<Phone> {
  const n = await startCloudNumber()
  const { graph, hook } = n
  const toLia = () => graph.taken.filter(one => one.to === LIA)
  const ours = (messageId: string) => toLia().find(one => one.callback === messageId)
  const deliver = async <M extends { id: string }>(message: M): Promise<string> => {
    await graph.deliver(hook, graph.delivery({ messages: [message], names: { [LIA]: 'Lia Prado' } }))
    return message.id
  }
  return {
    h: n.h,
    whatsappId: n.whatsappId,
    say: body => deliver(graph.text(LIA, body)),
    sendFile(kind, { bytes, mime, name, words }) {
      const id = `from-lia-${kind}`
      graph.files.set(id, { bytes, mime, name })
      const about = { id, mime_type: mime, filename: name, caption: words }
      return deliver({ ...graph.text(LIA, ''), text: undefined, type: kind, [kind]: about })
    },
    async reactTo(messageId, emoji) {
      const { text: _text, ...base } = graph.text(LIA, '')
      await deliver({ ...base, type: 'reaction', reaction: { message_id: ours(messageId)?.wamid, emoji } })
    },
    async read(messageId) {
      const sent = ours(messageId)
      if (!sent) throw new Error('not taken')
      for (const word of ['sent', 'delivered', 'read'])
        await graph.deliver(hook, graph.delivery({ statuses: [graph.status(sent, word)] }))
    },
    words: () =>
      toLia().flatMap(({ body }) => {
        const text = (body.text as { body: string } | undefined)?.body
        return text === undefined ? [] : [text]
      }),
    arrived: () => toLia().flatMap(({ callback }) => callback ?? []),
    received(messageId) {
      const sent = ours(messageId)
      if (!sent) return undefined
      const kind = KINDS.includes(sent.type) ? (sent.type as FileKind) : 'text'
      const content = sent.body[sent.type] as { id?: string; filename?: string }
      const bytes = graph.files.get(content.id ?? '')?.bytes
      return {
        kind,
        quoted: (sent.body.context as { message_id: string } | undefined)?.message_id ?? null,
        hash: bytes ? createHash('sha256').update(bytes).digest('hex') : null,
        name: content.filename ?? null,
      }
    },
    knowsRead: messageId => graph.reads.includes(messageId),
    reactions: () =>
      toLia().flatMap(({ body }) => {
        const reaction = body.reaction as { message_id: string; emoji: string } | undefined
        return reaction ? [{ to: reaction.message_id, emoji: reaction.emoji }] : []
      }),
    close: () => n.close(),
  }
}

describe('an hour on the Cloud API', () => agentHour(phone))
