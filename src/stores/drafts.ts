/**
 * Drafts, one per ticket: text, quote, attachments, caret. The window's copy is the truth while
 * one types; main keeps it on disk, at most half a second behind, so that nothing typed is lost on a switch or a crash.
 */
import type { Attachment, Draft, QuoteRef, TurnoBridge } from '@contract'
import { eventsOf, registerFeed } from './feed'
import { createSessionStore, type EndReason } from './session-end'

interface DraftsState {
  drafts: ReadonlyMap<number, Draft>
  /** Whether what main kept has been read; composers wait for it before they show their text. */
  ready: boolean
}

export const useDrafts = createSessionStore<DraftsState>(
  'drafts',
  () => ({ drafts: new Map(), ready: false }),
  endDrafts,
)

type DraftsBridge = Pick<TurnoBridge, 'drafts'>

/** Quiet time after a key before the draft is written; and the longest it may wait while one types on. */
const SAVE_AFTER_MS = 200
const SAVE_AT_LATEST_MS = 450

let bridge: DraftsBridge | null = null
let leaveListeners: (() => void) | null = null
const waiting = new Map<number, { timer: ReturnType<typeof setTimeout>; since: number }>()

export interface DraftContent {
  text: string
  quote: QuoteRef | null
  attachments: Attachment[]
  caret: number | null
}

export const isEmptyDraft = (draft: Pick<DraftContent, 'text' | 'quote' | 'attachments'>): boolean =>
  draft.text.trim() === '' && draft.quote === null && draft.attachments.length === 0

export const draftOf = (ticketId: number): Draft | undefined => useDrafts.getState().drafts.get(ticketId)

function write(ticketId: number): void {
  const job = waiting.get(ticketId)
  if (job) clearTimeout(job.timer)
  waiting.delete(ticketId)
  const draft = draftOf(ticketId)
  if (draft && !isEmptyDraft(draft)) void bridge?.drafts.save(draft)
  else void bridge?.drafts.remove({ ticketId })
}

function schedule(ticketId: number): void {
  const job = waiting.get(ticketId)
  if (job) clearTimeout(job.timer)
  const since = job?.since ?? Date.now()
  const wait = Math.max(0, Math.min(SAVE_AFTER_MS, since + SAVE_AT_LATEST_MS - Date.now()))
  waiting.set(ticketId, { since, timer: setTimeout(() => write(ticketId), wait) })
}

/** Writes everything that waits, now (leaving the ticket, hiding or closing the window). */
export function flushDrafts(ticketId?: number): void {
  for (const id of ticketId === undefined ? [...waiting.keys()] : [ticketId]) if (waiting.has(id)) write(id)
}

/** Drafts this window holds and no other window may be writing in. */
const ownDrafts = (): Draft[] =>
  [...useDrafts.getState().drafts.values()].filter(draft => !lent.has(draft.ticketId) && !isEmptyDraft(draft))

const EMPTY: DraftContent = { text: '', quote: null, attachments: [], caret: null }

/** Changes the draft of one ticket; members left out stay as they are. An empty one is forgotten. */
export function saveDraft(ticketId: number, change: Partial<DraftContent>): void {
  const known = draftOf(ticketId)
  const draft: Draft = { ...EMPTY, ...known, ...change, ticketId, updatedAt: new Date().toISOString() }
  if (draft.text === '' && isEmptyDraft(draft)) {
    if (known) dropDraft(ticketId)
    return
  }
  useDrafts.setState(state => ({ drafts: new Map(state.drafts).set(ticketId, draft) }))
  schedule(ticketId)
}

/** Forgets the draft of a ticket: its text was accepted by the outbox, or emptied by hand. */
export function dropDraft(ticketId: number): void {
  useDrafts.setState(state => {
    const drafts = new Map(state.drafts)
    drafts.delete(ticketId)
    return { drafts }
  })
  write(ticketId)
}

/** Tickets another window may be writing in: their drafts are main's, not this window's memory. */
const lent = new Set<number>()

/** Hands the draft of a ticket to another window: written now, and read again whenever this window is looked at. */
export function shareDraftWithWindow(ticketId: number): void {
  flushDrafts(ticketId)
  lent.add(ticketId)
}

async function readLent(): Promise<void> {
  if (!bridge || lent.size === 0) return
  const answer = await bridge.drafts.list()
  if (!answer.ok) return
  useDrafts.setState(state => {
    const drafts = new Map(state.drafts)
    for (const id of lent) {
      const kept = answer.value.find(draft => draft.ticketId === id)
      if (kept) drafts.set(id, kept)
      else drafts.delete(id)
    }
    return { drafts }
  })
}

/**
 * Drafts of a session that ended by itself, for the same person's next one: main drops what reaches it once the
 * session is over, and this window may hear of that end only after its last write.
 */
let kept: { userId: number; drafts: Draft[] } | null = null
let writerId: number | null = null

/**
 * Reads what main kept; called once per session. What was typed meanwhile wins.
 * @param userId who writes; what the same person had begun when the session ended by itself is there again.
 */
export function startDrafts(from: DraftsBridge = window.turno, userId: number | null = null): void {
  if (bridge) return
  bridge = from
  writerId = userId
  if (kept && kept.userId === userId) for (const draft of kept.drafts) saveDraft(draft.ticketId, draft)
  kept = null
  void from.drafts.list().then(answer => {
    useDrafts.setState(state => {
      const drafts = new Map(answer.ok ? answer.value.map(draft => [draft.ticketId, draft]) : [])
      for (const [id, draft] of state.drafts) drafts.set(id, draft)
      return { drafts, ready: true }
    })
  })
  const leave = (): void => flushDrafts()
  const back = (): void => void readLent()
  window.addEventListener('pagehide', leave)
  window.addEventListener('blur', leave)
  window.addEventListener('focus', back)
  document.addEventListener('visibilitychange', leave)
  const leaveFeed = registerFeed({
    name: 'drafts',
    // What was being written to a customer who was erased goes with everything else about them.
    applyEvents: events => {
      for (const data of eventsOf(events, 'contact'))
        for (const ticketId of 'ticketIds' in data ? (data.ticketIds ?? []) : [])
          if (draftOf(ticketId)) dropDraft(ticketId)
    },
  })
  leaveListeners = () => {
    leaveFeed()
    window.removeEventListener('pagehide', leave)
    window.removeEventListener('blur', leave)
    window.removeEventListener('focus', back)
    document.removeEventListener('visibilitychange', leave)
  }
}

/** Forgets everything without writing (sign-out: main erases its copy itself; tests). */
export function resetDrafts(): void {
  for (const job of waiting.values()) clearTimeout(job.timer)
  waiting.clear()
  lent.clear()
  leaveListeners?.()
  leaveListeners = null
  bridge = null
  writerId = null
  useDrafts.setState({ drafts: new Map(), ready: false })
}

function endDrafts(reason: EndReason): void {
  if (writerId !== null) kept = reason === 'signedOut' ? null : { userId: writerId, drafts: ownDrafts() }
  flushDrafts()
  resetDrafts()
}
