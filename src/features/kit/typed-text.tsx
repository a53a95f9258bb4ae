import { type RefObject, useEffect, useId, useRef, useState } from 'react'
import { useUnread } from '@/ui'
import styles from './forms.module.css'

/** What is typed in each box of a field; null where the box shows the value. */
type Texts = readonly (string | null)[]

/** What texts say, or why they cannot be taken. `waits`: not yet, more may be typed into another box of the field. */
export type Reading<T> = { value: T } | { problem: string; waits?: boolean }

interface Box {
  focus: () => void
  nativeElement: HTMLElement | null
}

/** Whether nothing can be typed there now: what was is no part of what is saved. */
const isAway = (box: Box | null): boolean =>
  box?.nativeElement?.closest('[hidden], .ant-form-item-hidden') != null ||
  box?.nativeElement?.querySelector('input:disabled') != null

interface TypedOptions<T> {
  /** What the form holds; plain data. */
  value: T
  read: (texts: Texts) => Reading<T>
  onRead: (value: T) => void
  /** The field as Ant Design hands it out. */
  box: RefObject<Box | null>
  boxes?: 1 | 2
  /** Takes what is typed with every key as soon as it can be read, not only when the field is left. */
  live?: boolean
}

export interface Typed {
  texts: Texts
  /** Why what stands there is not taken, in the reader's words. */
  problem: string | null
  /** For the field's aria-describedby while there is a problem. */
  problemId: string
  type: (texts: Texts) => void
  /** Takes what is typed. `quietly` says nothing of what may still be typed. @returns false where it cannot be read. */
  settle: (quietly?: boolean) => boolean
  /** Shows the value again. */
  drop: () => void
}

const keyOf = (value: unknown): string => JSON.stringify(value ?? null)

/**
 * The one rule of fields that read what is typed: what can be read becomes the value; anything else stays in the box, says why,
 * and its form is not saved. A value that comes from elsewhere replaces what is typed.
 */
export function useTyped<T>({ value, read, onRead, box, boxes = 1, live = false }: TypedOptions<T>): Typed {
  const none: Texts = boxes === 1 ? [null] : [null, null]
  const [texts, setTexts] = useState(none)
  const [problem, setProblem] = useState<string | null>(null)
  const problemId = useId()
  /** As they are in this very event. */
  const now = useRef(texts)
  const key = keyOf(value)
  /** The value that is known here: shown before, or read here. */
  const known = useRef(key)

  const show = (next: Texts): void => {
    now.current = next
    setTexts(next)
  }
  const take = (next: T): void => {
    note(false)
    known.current = keyOf(next)
    if (known.current !== key) onRead(next)
  }
  const settle = (quietly = false): boolean => {
    if (now.current.every(text => text === null)) return true
    const reading = read(now.current)
    if ('value' in reading) {
      show(none)
      setProblem(null)
      take(reading.value)
      return true
    }
    if (!quietly || !reading.waits) setProblem(reading.problem)
    note(true)
    return false
  }
  const drop = (): void => {
    show(none)
    setProblem(null)
    note(false)
  }
  const note = useUnread({
    settle: () => {
      if (!isAway(box.current)) return settle()
      drop()
      return true
    },
    focus: () => box.current?.focus(),
  })
  // biome-ignore lint/correctness/useExhaustiveDependencies: only when another value comes
  useEffect(() => {
    if (key === known.current) return
    known.current = key
    drop()
  }, [key])

  return {
    texts,
    problem,
    problemId,
    type: next => {
      show(next)
      setProblem(null)
      const reading = live ? read(next) : null
      if (reading && 'value' in reading) take(reading.value)
      else note(true)
    },
    settle,
    drop,
  }
}

/** Why what is typed is not taken, below its field. */
export function Problem({ typed: { problem, problemId } }: { typed: Typed }) {
  return problem === null ? null : (
    <span id={problemId} role="alert" className={styles.problem}>
      {problem}
    </span>
  )
}
