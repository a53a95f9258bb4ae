/** Messages of internal chats: pages, live events, and own messages from the key press to the server's answer. */
import type { Chat, ChatMessage, FeedEvent } from '@contract'
import { ApiError, call } from '@/api'
import { changeUnsent, dropChatWords, readChatWords, type UnsentMessage, useChatWords } from './chat-words'
import { useConnection } from './connection'
import { eventsOf, registerFeed } from './feed'
import { useServers } from './servers'
import { useSession } from './session'
import { createSessionStore } from './session-end'

export interface ChatThread {
  /** Oldest first. */
  messages: readonly ChatMessage[]
  status: 'loading' | 'ready' | 'failed'
  /** What was thrown when `failed`. */
  error: unknown
  older: 'idle' | 'loading' | 'failed' | 'end'
  /** Pages read so far. */
  pages: number
}

interface ThreadsState {
  threads: ReadonlyMap<number, ChatThread>
}

const FRESH: ChatThread = { messages: [], status: 'loading', error: null, older: 'idle', pages: 0 }
/** Chats that stay at hand; those looked at longest ago go. */
const MOST_THREADS = 12
/** Messages of a chat that are kept when one leaves it: more than a screen, at least a page of any server. */
const KEPT_MESSAGES = 40
/** A page of nothing but known messages leads on to the next one, so many times. */
const MOST_REPEATS = 5
/** Pauses between two tries while the server does not answer, in milliseconds. */
const PAUSES_MS = [2_000, 5_000, 15_000, 30_000] as const

/** Goes up with each session: an answer to the one before changes nothing any more. */
let session = 0
let timer: ReturnType<typeof setTimeout> | null = null
let tries = 0
let pumping = false

export const useChatThreads = createSessionStore<ThreadsState>(
  'chat threads',
  () => ({ threads: new Map() }),
  () => {
    session += 1
    if (timer) clearTimeout(timer)
    timer = null
    tries = 0
    pumping = false
  },
)
const { getState, setState } = useChatThreads

const threadOf = (chatId: number): ChatThread | undefined => getState().threads.get(chatId)

function change(chatId: number, values: Partial<ChatThread>): void {
  const threads = new Map(getState().threads)
  threads.set(chatId, { ...(threads.get(chatId) ?? FRESH), ...values })
  setState({ threads })
}

/** Two runs of messages as one, each once, in the order they were written. */
function merged(a: readonly ChatMessage[], b: readonly ChatMessage[]): readonly ChatMessage[] {
  const byId = new Map([...a, ...b].map(message => [message.id, message]))
  return [...byId.values()].sort((one, other) => one.id - other.id)
}

/** Reads the latest page; older ones that were read stay where they follow on it without a gap. */
async function readLatest(chatId: number): Promise<void> {
  const mine = session
  try {
    const page = await call('chats.messages', { params: { id: chatId }, query: { pageNumber: 1 } })
    if (mine !== session) return
    const before = threadOf(chatId)
    const known = new Set(before?.messages.map(message => message.id))
    const follows = page.records.some(message => known.has(message.id))
    if (before && follows) {
      change(chatId, { messages: merged(before.messages, page.records), status: 'ready', error: null })
      return
    }
    // What came live while the page travelled is newer than all of it.
    const last = page.records.at(-1)?.id ?? 0
    const live = (before?.messages ?? []).filter(message => before?.pages === 0 && message.id > last)
    change(chatId, {
      messages: merged(page.records, live),
      status: 'ready',
      error: null,
      older: page.hasMore ? 'idle' : 'end',
      pages: 1,
    })
  } catch (error) {
    if (mine !== session) return
    if (threadOf(chatId)?.status === 'ready') change(chatId, { error })
    else change(chatId, { status: 'failed', error })
  }
}

/** Shows a chat: what is known at once, and the latest page when none is here. */
export function openChatThread(chatId: number): void {
  const known = threadOf(chatId)
  const threads = new Map(getState().threads)
  // The latest one stands last.
  threads.delete(chatId)
  threads.set(chatId, known && known.status !== 'failed' ? known : FRESH)
  for (const oldest of threads.keys()) {
    if (threads.size <= MOST_THREADS) break
    threads.delete(oldest)
  }
  setState({ threads })
  if (threads.get(chatId)?.status === 'loading') void readLatest(chatId)
}

/** A chat is not looked at any more: it opens at its end the next time, what was read further up is read again then. */
export function leaveChatThread(chatId: number): void {
  const thread = threadOf(chatId)
  if (thread?.status !== 'ready' || thread.messages.length <= KEPT_MESSAGES) return
  // From the first page on: what is known of it is passed over.
  change(chatId, { messages: thread.messages.slice(-KEPT_MESSAGES), older: 'idle', pages: 0 })
}

/** Reads the page above the first message. */
export async function readOlder(chatId: number): Promise<void> {
  const thread = threadOf(chatId)
  if (thread?.status !== 'ready' || thread.older === 'loading' || thread.older === 'end') return
  const mine = session
  change(chatId, { older: 'loading' })
  try {
    for (let page = thread.pages + 1, turn = 0; ; page += 1, turn += 1) {
      const answer = await call('chats.messages', { params: { id: chatId }, query: { pageNumber: page } })
      const now = threadOf(chatId)
      // Left or read anew meanwhile: this page does not follow on what is here now.
      if (mine !== session || now?.pages !== page - 1) return
      const messages = merged(answer.records, now.messages)
      // Messages that came since have pushed known ones onto this page: on to one that brings something.
      const done = messages.length > now.messages.length || !answer.hasMore || turn >= MOST_REPEATS
      change(chatId, {
        messages,
        pages: page,
        older: !answer.hasMore ? 'end' : done ? 'idle' : 'loading',
      })
      if (done) return
    }
  } catch {
    // Said above the messages, with a way to ask again.
    if (mine === session && threadOf(chatId)?.older === 'loading') change(chatId, { older: 'failed' })
  }
}

/** Tells the server that everything of a chat was seen. A failure changes nothing: the next look says it again. */
export async function markChatRead(chatId: number): Promise<void> {
  const userId = useSession.getState().user?.id
  if (userId === undefined) return
  try {
    await call('chats.read', { params: { id: chatId }, body: { userId } })
  } catch {
    // the count stays and says so
  }
}

/** Lays a message of the server over its thread, and takes the one that stood for it off the way. */
function arrived(message: ChatMessage): void {
  const me = useSession.getState().user?.id
  const { unsent } = useChatWords.getState()
  if (message.senderId === me && unsent.length > 0) {
    // A server that keeps no ids tells of the words alone.
    const one = unsent.find(
      ({ chatId, clientId, text, state }) =>
        chatId === message.chatId &&
        (message.clientId === null
          ? state === 'sending' && text === message.message
          : clientId === message.clientId),
    )
    if (one) changeUnsent(list => list.filter(other => other !== one))
  }
  const thread = threadOf(message.chatId)
  if (thread) change(message.chatId, { messages: merged(thread.messages, [message]) })
}

const isMine = (one: UnsentMessage) => (other: UnsentMessage) => other.clientId === one.clientId

const setUnsent = (one: UnsentMessage, values: Partial<UnsentMessage>): void =>
  changeUnsent(list => list.map(other => (isMine(one)(other) ? { ...other, ...values } : other)))

/** Whether the server takes an id twice as one message, so that asking again is never saying it twice. */
const asksAgainSafely = (): boolean => useServers.getState().state?.facts?.capabilities.clientIds === 'native'

async function sendOne(one: UnsentMessage): Promise<'sent' | 'refused' | 'away'> {
  const { chatId, clientId, text } = one
  const mine = session
  setUnsent(one, { state: 'sending', failure: null })
  try {
    const message = await call('chats.send', { params: { id: chatId }, body: { message: text, clientId } })
    if (mine !== session) return 'away'
    changeUnsent(list => list.filter(other => !isMine(one)(other)))
    arrived(message)
    return 'sent'
  } catch (error) {
    if (mine !== session) return 'away'
    const unanswered = error instanceof ApiError && error.kind === 'unreachable'
    if (unanswered && asksAgainSafely()) {
      setUnsent(one, { state: 'waiting' })
      return 'away'
    }
    const failure =
      error instanceof ApiError ? { code: error.code, text: error.text } : { code: null, text: String(error) }
    setUnsent(one, { state: 'failed', failure })
    return 'refused'
  }
}

/** Sends what waits, one after another in the order it was written; a server that does not answer is asked again. */
async function pump(): Promise<void> {
  if (pumping) return
  pumping = true
  if (timer) clearTimeout(timer)
  timer = null
  const mine = session
  for (;;) {
    const next = useChatWords.getState().unsent.find(one => one.state !== 'failed')
    if (!next) {
      tries = 0
      break
    }
    const outcome = await sendOne(next)
    if (mine !== session) return
    if (outcome === 'away') {
      timer = setTimeout(() => void pump(), PAUSES_MS[Math.min(tries, PAUSES_MS.length - 1)])
      tries += 1
      break
    }
    tries = 0
  }
  pumping = false
}

/** Writes in a chat: there at once, with a clock until the server has it. */
export function sendToChat(chatId: number, text: string): void {
  const one: UnsentMessage = {
    chatId,
    clientId: crypto.randomUUID(),
    text,
    at: new Date().toISOString(),
    state: 'sending',
    failure: null,
  }
  changeUnsent(list => [...list, one])
  void pump()
}

/** Sends one again that was refused. */
export function retryUnsent(one: UnsentMessage): void {
  setUnsent(one, { state: 'sending', failure: null })
  void pump()
}

/** Takes one back that has not left. */
export const discardUnsent = (one: UnsentMessage): void =>
  changeUnsent(list => list.filter(other => !isMine(one)(other)))

/** Whether somebody was taken out of a chat; of one that comes without its members nothing is known. */
const isOutOf = ({ users }: Chat): boolean =>
  users.length > 0 && !users.some(({ userId }) => userId === useSession.getState().user?.id)

/** What is known of a chat goes with it: back in it, one reads it anew, also what was said meanwhile. */
function forgetChat(chatId: number): void {
  dropChatWords(chatId)
  if (!threadOf(chatId)) return
  const threads = new Map(getState().threads)
  threads.delete(chatId)
  setState({ threads })
}

function apply(events: readonly FeedEvent[]): void {
  for (const data of eventsOf(events, 'chat')) {
    if (data.action === 'new-message') arrived(data.newMessage)
    else if (data.action === 'delete') forgetChat(data.id)
    else if (data.chat && isOutOf(data.chat)) forgetChat(data.chat.id)
  }
}

/**
 * Follows the chats of a person until the returned function is called: what was left unsent leaves, events arrive.
 * @param userId the signed-in user.
 */
export function followChatThreads(userId: number): () => void {
  readChatWords(userId)
  void pump()
  const leaveFeed = registerFeed({
    name: 'chat-threads',
    applyEvents: apply,
    async refetch() {
      void pump()
      // The one looked at last is read again; the others when somebody opens them.
      const latest = [...getState().threads].at(-1)
      setState({ threads: new Map(latest ? [latest] : []) })
      if (latest) await readLatest(latest[0])
    },
  })
  const leaveLine = useConnection.subscribe((now, before) => {
    if (now.status !== before.status && now.status === 'connected') void pump()
  })
  return () => {
    leaveFeed()
    leaveLine()
  }
}
