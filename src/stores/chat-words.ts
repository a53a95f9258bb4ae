/**
 * What somebody has typed in internal chats and not sent, and what was sent and has not arrived: kept on this computer,
 * so that neither a switch nor a restart of the window loses a word. A sign-out erases it; a session that ended by itself
 * leaves it to the same person.
 */
import { z } from 'zod'
import { useServers } from './servers'
import { createSessionStore, type EndReason } from './session-end'

/** A message on its way. */
const unsentMessage = z.object({
  chatId: z.number(),
  /** What makes it one message however often it is sent. */
  clientId: z.string(),
  text: z.string(),
  /** When it was written, ISO-8601. */
  at: z.string(),
  /** `waiting`: the server did not answer; `failed`: it refused, and `failure` says why. */
  state: z.enum(['sending', 'waiting', 'failed']),
  failure: z.object({ code: z.string().nullable(), text: z.string() }).nullable(),
})
export type UnsentMessage = z.output<typeof unsentMessage>

const kept = z.object({
  drafts: z.array(z.tuple([z.number(), z.string()])),
  unsent: z.array(unsentMessage),
})

export interface ChatWords {
  /** Whose words these are; null: unknown. */
  userId: number | null
  drafts: ReadonlyMap<number, string>
  /** In the order they were written. */
  unsent: readonly UnsentMessage[]
}

const EMPTY: ChatWords = { userId: null, drafts: new Map(), unsent: [] }

/** Begins the browser-storage keys of these words. */
export const CHAT_WORDS_PREFIX = 'turno.chats.'
const keyOf = (userId: number): string =>
  `${CHAT_WORDS_PREFIX}${useServers.getState().state?.current ?? ''}.${userId}`

/** Where the words of this session lie: said once, the server may be another one when it ends. */
let storageKey: string | null = null

function forget(reason: EndReason): void {
  const key = storageKey
  storageKey = null
  if (reason !== 'signedOut' || key === null) return
  try {
    localStorage.removeItem(key)
  } catch {
    // no storage: nothing was kept
  }
}

export const useChatWords = createSessionStore<ChatWords>('chat words', () => EMPTY, forget)
const { getState, setState } = useChatWords

function remembered(key: string): Pick<ChatWords, 'drafts' | 'unsent'> {
  try {
    const parsed = kept.safeParse(JSON.parse(localStorage.getItem(key) ?? 'null'))
    if (!parsed.success) return EMPTY
    // What was under way when the window went may have arrived: it is asked for again under the same id.
    const unsent = parsed.data.unsent.map(one =>
      one.state === 'sending' ? { ...one, state: 'waiting' as const } : one,
    )
    return { drafts: new Map(parsed.data.drafts), unsent }
  } catch {
    return EMPTY // no storage, or something else under this key
  }
}

function keep(): void {
  if (storageKey === null) return
  const { drafts, unsent } = getState()
  try {
    if (drafts.size === 0 && unsent.length === 0) localStorage.removeItem(storageKey)
    else localStorage.setItem(storageKey, JSON.stringify({ drafts: [...drafts], unsent }))
  } catch {
    // storage full or switched off: kept for as long as this window is open
  }
}

/** Reads what a person left behind; once a session. */
export function readChatWords(userId: number): void {
  if (getState().userId === userId) return
  storageKey = keyOf(userId)
  setState({ userId, ...remembered(storageKey) })
}

/** Keeps what is in the field of a chat; "" forgets it. */
export function saveChatDraft(chatId: number, text: string): void {
  const drafts = new Map(getState().drafts)
  if (text === '') drafts.delete(chatId)
  else drafts.set(chatId, text)
  setState({ drafts })
  keep()
}

/** Changes what has not arrived. */
export function changeUnsent(change: (unsent: readonly UnsentMessage[]) => readonly UnsentMessage[]): void {
  setState({ unsent: change(getState().unsent) })
  keep()
}

/** A chat that is gone takes along what was typed in it. */
export function dropChatWords(chatId: number): void {
  const { drafts, unsent } = getState()
  if (!drafts.has(chatId) && !unsent.some(one => one.chatId === chatId)) return
  const left = new Map(drafts)
  left.delete(chatId)
  setState({ drafts: left, unsent: unsent.filter(one => one.chatId !== chatId) })
  keep()
}
