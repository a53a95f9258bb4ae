/**
 * The people behind the chats: they open what an agent sends, think, type and answer through the same entry point as any
 * message. One chat is one connection and one number.
 */
import type { ChannelSink, IncomingMessage, OutgoingMessage } from '../../server/desk/channel/channel'
import { mediaFile, variantsOf } from '../media'
import { type Chat, createChats } from './chats'
import { iso } from './clock'
import type { Deliveries } from './deliveries'
import type { Directory } from './directory'
import { locationBody } from './location'
import type { Random } from './random'
import { nudge, opening, type Part, reply, type TimedPart } from './talk/brain'
import { newCase, TOPICS, timely } from './talk/cases'
import { inOwnLanguage } from './talk/foreign'
import { ANSWERS } from './talk/phrases'
import type { Control, Tuning } from './tuning'

/** An agent may write several messages in a row: the customer waits this long for the next one, in milliseconds. */
const LISTEN_MS = 2_200
/** They are seen writing the first line of an answer for so long at the most, in milliseconds. */
const FIRST_LINE_MS = 4_000
/** Whoever is written to without a pause opens the chat within so many milliseconds all the same. */
const OPENED_WITHIN_MS = 15_000
const AFTERTHOUGHT_MS = 6_000
const NUDGE_AFTER_MS = [120_000, 260_000] as const
export interface Customers {
  /** An agent's message reached the network. */
  receive(message: OutgoingMessage): Promise<void>
  /** Somebody begins a conversation. */
  begin(companyId: number, whatsappId: number, who: { name: string; number: string } | null): Promise<void>
  /** Somebody in an open conversation writes again. */
  goOn(companyId: number, whatsappId: number, who: { name: string; number: string }): Promise<void>
  stop(): void
}

export interface CustomersOptions {
  tuning: Tuning
  control: Control
  random: Random
  sink: ChannelSink
  directory: Directory
  deliveries: Deliveries
  /** Runs a task whose failure is logged and breaks nothing else. */
  run(task: () => Promise<void>): void
  /** Whether the phone they write to is there. */
  awake(whatsappId: number): boolean
  /** Whether customers write without having been asked, too. */
  unasked: boolean
}

/** The customer presses an entry of a menu; null without a menu. */
function pressOf(random: Random, { menu }: OutgoingMessage): TimedPart[] | null {
  if (!menu || menu.kind === 'link') return null
  const body = random.pick(menu.entries).title
  return [{ pauseMs: 4_000, part: { kind: 'text', body, quotes: true, afterwards: null } }]
}

export function createCustomers(o: CustomersOptions): Customers {
  const { clock, newId } = o.tuning
  const chats = createChats(o.random, o.directory)
  const { chatOf, named } = chats

  const base = (chat: Chat): Omit<IncomingMessage, 'body' | 'mediaType'> => ({
    whatsappId: chat.whatsappId,
    id: newId(),
    from: { number: chat.number, name: chat.name, isGroup: chat.isGroup },
    ...(chat.isGroup
      ? { participant: { number: chat.mind.case.person.number, name: chat.mind.case.person.name } }
      : {}),
    at: iso(clock.now()),
  })

  const afterthought = (chat: Chat, id: string, part: Extract<Part, { kind: 'text' }>): void => {
    const { afterwards } = part
    if (afterwards === null) return
    clock.after(AFTERTHOUGHT_MS, () =>
      o.run(() =>
        afterwards === 'revoke'
          ? o.sink.revoked({ whatsappId: chat.whatsappId, messageId: id })
          : o.sink.edited({ whatsappId: chat.whatsappId, messageId: id, body: afterwards.edit }),
      ),
    )
  }

  /** How often customers of other languages have spoken, by their number. */
  const spoken = new Map<string, number>()

  /** Does one part now. @param answered the agent's message it belongs to, if any. */
  const act = async (chat: Chat, thought: Part, answered: string | null): Promise<void> => {
    const turn = spoken.get(chat.number) ?? 0
    const part = inOwnLanguage(chat.number, thought, turn)
    if (part !== thought) spoken.set(chat.number, turn + 1)
    if (part.kind === 'reaction') {
      if (answered === null) return
      const from = { number: chat.number, isGroup: chat.isGroup }
      await o.sink.reaction({ whatsappId: chat.whatsappId, messageId: answered, from, type: part.type })
      return
    }
    const message = base(chat)
    if (part.kind === 'text') {
      const quotedMsgId = part.quotes ? answered : null
      await o.sink.incoming([
        { ...message, body: timely(part.body, clock.now()), mediaType: 'conversation', quotedMsgId },
      ])
      afterthought(chat, message.id, part)
    } else if (part.kind === 'image') {
      // Whoever sends the same case again sends the same picture.
      const media = await mediaFile(part.picture, Number(chat.mind.case.order))
      await o.sink.incoming([{ ...message, body: part.body, mediaType: 'image', media }])
    } else if (part.kind === 'audio') {
      const media = await mediaFile('voice', o.random.int(0, variantsOf('voice') - 1))
      await o.sink.incoming([{ ...message, body: 'Áudio', mediaType: 'audio', media }])
    } else {
      const body = await locationBody(o.random, chat.mind.case)
      await o.sink.incoming([{ ...message, body, mediaType: 'locationMessage' }])
    }
  }

  /** Nobody opens a new conversation just to say goodbye to the one that was closed meanwhile; a rating is still given. */
  const overAlready = async (chat: Chat, part: Part): Promise<boolean> => {
    if (!chat.mind.ended || part.kind === 'reaction') return false
    if (part.kind === 'text' && /^[1-3]$/.test(part.body)) return false
    return !(await o.directory.underWay(chat.companyId, chat.number))
  }

  /** The customer is seen writing until the message comes. */
  const writes = ({ whatsappId, number, isGroup }: Chat): void =>
    o.run(() => o.sink.typing({ whatsappId, from: { number, isGroup }, writes: true }))

  /** Plays the parts one after the other; `done` runs after the last. */
  const play = (
    chat: Chat,
    parts: readonly TimedPart[],
    answered: string | null,
    done: () => void = () => {},
  ): void => {
    const [first, ...rest] = parts
    if (!first) {
      done()
      return
    }
    if (first.part.kind !== 'reaction' && first.pauseMs > 0) writes(chat)
    chat.cancel = clock.after(first.pauseMs, () => {
      if (!o.awake(chat.whatsappId)) return
      o.run(async () => {
        if (await overAlready(chat, first.part)) return
        await act(chat, first.part, answered)
        play(chat, rest, answered, done)
      })
    })
  }

  const waitForUs = (chat: Chat): void => {
    if (!o.unasked || o.random.chance(0.6)) return
    chat.cancel = clock.after(o.random.int(...NUDGE_AFTER_MS), () => {
      const next = o.awake(chat.whatsappId) && o.control.customersAnswer ? nudge(o.random, chat.mind) : null
      if (!next) return
      chat.mind = next.mind
      o.run(async () => {
        if (await o.directory.underWay(chat.companyId, chat.number)) await act(chat, next.part, null)
      })
    })
  }

  /** A pause, shortened so that no message is unopened for longer than OPENED_WITHIN_MS. */
  const within = (chat: Chat, ms: number): number =>
    Math.max(0, Math.min(ms, chat.unopenedSince + OPENED_WITHIN_MS - clock.now()))

  const openChat = (chat: Chat): void => {
    const messages = chat.unopened
    const last = messages.at(-1)
    if (!last || !o.control.customersRead) return
    const text = messages
      .map(m => m.body)
      .filter(Boolean)
      .join('\n')
    const received = { text, mediaType: messages.every(m => m.mediaType) ? last.mediaType : null }
    const answer = reply(o.random, chat.mind, received)
    const press = pressOf(o.random, last)
    const readMs = within(chat, (answer.readMs ?? LISTEN_MS) - LISTEN_MS)
    const begins = answer.parts[0]
    const isWritten = begins !== undefined && begins.part.kind !== 'reaction' && !chat.isGroup
    const untilWriting = clock.after(Math.max(0, readMs - FIRST_LINE_MS), () => {
      if (isWritten && o.control.customersAnswer && o.awake(chat.whatsappId)) writes(chat)
    })
    const untilRead = clock.after(readMs, () => {
      chat.unopened = []
      o.deliveries.read(messages.map(m => m.messageId))
      if (!o.control.customersAnswer || !o.awake(chat.whatsappId)) return
      if (chat.isGroup) {
        const lines = ANSWERS.statement ?? ['Ok']
        const body = o.random.pick(lines)
        if (o.random.chance(0.4)) {
          play(
            chat,
            [{ pauseMs: 4_000, part: { kind: 'text', body, quotes: false, afterwards: null } }],
            last.messageId,
          )
        }
        return
      }
      play(chat, press ?? answer.parts, last.messageId, () => waitForUs(chat))
      chat.mind = answer.mind
    })
    chat.cancel = () => {
      untilWriting()
      untilRead()
    }
  }

  return {
    async receive(message) {
      const chat = await chatOf(message.companyId, message.whatsappId, message.to.number, message.to.isGroup)
      chat.cancel()
      if (chat.unopened.length === 0) chat.unopenedSince = clock.now()
      chat.unopened.push(message)
      chat.cancel = clock.after(within(chat, LISTEN_MS), () => openChat(chat))
    },
    async begin(companyId, whatsappId, who) {
      const concern = newCase(o.random, o.random.pick(TOPICS), who ? named(who.name, who.number) : undefined)
      const { parts, mind } = opening(o.random, concern)
      const { number, name } = concern.person
      const fresh = chats.open({ companyId, whatsappId, number, isGroup: false, name, mind })
      play(fresh, parts, null, () => waitForUs(fresh))
    },
    async goOn(companyId, whatsappId, who) {
      const chat = await chatOf(companyId, whatsappId, who.number, false)
      const next = nudge(o.random, chat.mind)
      if (!next) return
      chat.mind = next.mind
      await act(chat, next.part, null)
    },
    stop: chats.clear,
  }
}
