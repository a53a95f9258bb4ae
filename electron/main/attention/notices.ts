/**
 * Native notices: one per key, replaced in place, withdrawn on demand; what became of each is reported instead of assumed.
 * The kind of notice is a port, so that the rules here run without a desktop.
 */
import type { NotificationConstructorOptions } from 'electron'
import type { AttentionState } from '../../../src/contract'
import type { Log } from '../log/log'
import type { OutsidePress } from './toast'
import { actionsOfKey, type NoticeAction, type NoticeContent } from './wording'

/** The part of Electron's Notification used here. */
export interface NativeNotice {
  readonly id?: string
  on(event: 'click' | 'show', listener: () => void): unknown
  on(event: 'close', listener: (details: { reason?: string }) => void): unknown
  on(event: 'action', listener: (details: { actionIndex?: number }, index?: number) => void): unknown
  on(event: 'reply', listener: (details: { reply?: string }, reply?: string) => void): unknown
  on(event: 'failed', listener: (event: unknown, reason: string) => void): unknown
  show(): void
  close(): void
}

export interface NoticeEvents {
  open(key: string): void
  act(key: string, action: NoticeAction): void
  reply(key: string, text: string): void
  /** Gone from the screen by the person's hand. */
  closed(key: string): void
}

type NoticeOutcome = Pick<AttentionState, 'notices' | 'noticeFailure'>

export interface Notices {
  show(key: string, content: NoticeContent, replyHint: string): void
  withdraw(key: string): void
  withdrawAll(): void
  /** Also those that an earlier run left in the system's centre (macOS, Windows): they are about somebody who has signed out. */
  withdrawEarlier(): void
  /** A press the program gets, whether the notice is still ours or was shown before a restart (Windows). */
  pressedFromOutside(id: string, press?: OutsidePress): void
  /** Takes over what an earlier run left in the system's centre (macOS), so that its buttons and field work. */
  adopt(earlier: readonly NativeNotice[]): void
  outcome(): NoticeOutcome
  onOutcome(listener: () => void): void
}

/** The system reports one press twice, to the notice and to the program; within this time it is the same press. */
const SAME_PRESS_MS = 3_000
/** A system that shows a notice reports it at once; one that does not within this time keeps it back. */
const SHOWN_WITHIN_MS = 8_000
/** Prefix of ids, so that a toast pressed after a restart names its key (Windows). */
const NOTICE_ID = 'turno-'
const keyOfNotice = (id: string): string | null =>
  id.startsWith(NOTICE_ID) ? id.slice(NOTICE_ID.length) : null

export function createNotices(deps: {
  supported: () => boolean
  make: (options: NotificationConstructorOptions) => NativeNotice
  events: NoticeEvents
  /** Empties the system's centre of everything Turno put there (macOS, Windows). */
  removeAll?: () => void
  /** The notice as a document of the system's own (Windows). @param id by which a press names it. */
  toast?: (id: string, content: NoticeContent, replyHint: string) => string
  icon: string | null
  log: Log
}): Notices {
  const { events, log } = deps
  // Also keeps them from being collected: a collected notice gets no click.
  const live = new Map<string, NativeNotice>()
  const pressed = new Map<string, number>()
  const listeners = new Set<() => void>()
  let outcome: NoticeOutcome = { notices: 'untried', noticeFailure: null }
  let watch: NodeJS.Timeout | undefined

  const turnedOut = (notices: NoticeOutcome['notices'], noticeFailure: string | null = null) => {
    if (outcome.notices === notices && outcome.noticeFailure === noticeFailure) return
    outcome = { notices, noticeFailure }
    log.info('notices', { ...outcome })
    for (const listener of listeners) listener()
  }

  const withdraw = (key: string) => {
    const notice = live.get(key)
    live.delete(key)
    notice?.close()
  }

  /** What the system reports twice, in whichever order, is done once. */
  const once = (key: string, work: () => void) => {
    const before = pressed.get(key) ?? Number.NEGATIVE_INFINITY
    pressed.set(key, performance.now())
    if (performance.now() - before >= SAME_PRESS_MS) work()
  }

  /** What somebody does with a notice. @param actions its buttons, in order. */
  const listen = (key: string, notice: NativeNotice, actions: readonly NoticeAction[]) => {
    const mine = () => live.get(key) === notice
    const press = (work: () => void) => {
      if (mine()) live.delete(key)
      once(key, work)
    }
    notice.on('click', () => press(() => events.open(key)))
    notice.on('action', (details, index) => {
      const chosen = actions[details.actionIndex ?? index ?? -1]
      press(() => (chosen ? events.act(key, chosen) : events.open(key)))
    })
    notice.on('reply', (details, text) => press(() => events.reply(key, details.reply ?? text ?? '')))
    notice.on('close', details => {
      // Timed out: it is in the notice centre and can still be pressed there.
      if (details.reason === 'timedOut' || !mine()) return
      live.delete(key)
      events.closed(key)
    })
  }

  const show: Notices['show'] = (key, content, replyHint) => {
    if (!deps.supported()) return turnedOut('unsupported')
    withdraw(key)
    const id = `${NOTICE_ID}${key}`
    // Another notice than the one that was pressed.
    pressed.delete(key)
    const notice = deps.make({
      id,
      ...(deps.toast ? { toastXml: deps.toast(id, content, replyHint) } : {}),
      groupId: 'turno',
      title: content.title,
      body: content.body,
      // Turno's own sounds have a volume and a switch; the system's have neither here.
      silent: true,
      urgency: content.urgent ? 'critical' : 'normal',
      hasReply: content.reply,
      replyPlaceholder: replyHint,
      actions: content.actions.map(({ text }) => ({ type: 'button', text })),
      ...(deps.icon ? { icon: deps.icon } : {}),
    })
    notice.on('show', () => {
      clearTimeout(watch)
      turnedOut('shown')
    })
    notice.on('failed', (_event, reason) => {
      clearTimeout(watch)
      log.warn('a notice was refused by the system', { reason })
      if (live.get(key) === notice) live.delete(key)
      turnedOut('blocked', reason)
    })
    listen(
      key,
      notice,
      content.actions.map(({ action }) => action),
    )
    live.set(key, notice)
    clearTimeout(watch)
    watch = setTimeout(() => turnedOut('blocked'), SHOWN_WITHIN_MS)
    watch.unref()
    notice.show()
  }

  return {
    show,
    withdraw,
    withdrawAll() {
      for (const key of [...live.keys()]) withdraw(key)
      clearTimeout(watch)
    },
    withdrawEarlier() {
      deps.removeAll?.()
    },
    pressedFromOutside(id, press = { type: 'click' }) {
      const key = keyOfNotice(id)
      if (key === null) return
      live.delete(key)
      once(key, () => {
        if (press.type === 'reply') return events.reply(key, press.text)
        const action = press.type === 'action' ? actionsOfKey(key)[press.index] : undefined
        if (action) events.act(key, action)
        else events.open(key)
      })
    },
    adopt(earlier) {
      for (const notice of earlier) {
        const key = keyOfNotice(notice.id ?? '')
        if (key === null || live.has(key)) continue
        live.set(key, notice)
        listen(key, notice, actionsOfKey(key))
      }
    },
    outcome: () => outcome,
    onOutcome: listener => void listeners.add(listener),
  }
}
