import { useEffect, useState } from 'react'
import { VisuallyHidden } from './visually-hidden'

/** Sentences are spoken at most this often, together, so that none cuts another short. Milliseconds. */
export const ANNOUNCE_EVERY_MS = 2_000
/** Of a larger batch only the latest are spoken. */
const MOST = 4

type Listener = (text: string) => void

/** Collects sentences and hands them on in batches; the clock is given so that tests need none. */
export class AnnouncementQueue {
  private waiting: string[] = []
  private timer: ReturnType<typeof setTimeout> | null = null
  private lastAt = Number.NEGATIVE_INFINITY
  private readonly listeners = new Set<Listener>()

  constructor(private readonly now: () => number = () => Date.now()) {}

  /** Says a sentence: at once when it has been quiet, else with the next batch. Repeats inside a batch are dropped. */
  announce(text: string): void {
    const sentence = text.trim()
    if (!sentence || this.waiting.includes(sentence)) return
    this.waiting.push(sentence)
    if (this.timer) return
    const pause = Math.max(0, this.lastAt + ANNOUNCE_EVERY_MS - this.now())
    this.timer = setTimeout(() => this.flush(), pause)
  }

  /** Listens to batches; answers how to stop. */
  subscribe(listener: Listener): () => void {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Forgets what waits, and takes back what was said last. */
  clear(): void {
    if (this.timer) clearTimeout(this.timer)
    this.timer = null
    this.waiting = []
    for (const listener of this.listeners) listener('')
  }

  private flush(): void {
    this.timer = null
    this.lastAt = this.now()
    const batch = this.waiting.slice(-MOST).join('. ')
    this.waiting = []
    for (const listener of this.listeners) listener(batch)
  }
}

const queue = new AnnouncementQueue()

/** Tells screen readers something without moving the focus. */
export const announce = (text: string): void => queue.announce(text)

/** Empties the live region: what was said of customers belongs to whoever was signed in. */
export const clearAnnouncements = (): void => queue.clear()

/** The one polite live region of a window; the shell renders it once. */
export function Announcer() {
  const [text, setText] = useState('')
  useEffect(() => queue.subscribe(setText), [])
  return (
    <VisuallyHidden>
      <span role="log" aria-live="polite" aria-atomic="true" data-testid="announcer">
        {text}
      </span>
    </VisuallyHidden>
  )
}
