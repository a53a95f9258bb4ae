import { Tooltip } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { cutWordsIn, titleCutWords } from './cut-words'
import { Kbd } from './kbd'
import styles from './tip-layer.module.css'

export type TipPlacement = 'top' | 'bottom' | 'left' | 'right'

/** Rest of the pointer before a tip shows, and the way it may take from the button to the tip. Milliseconds. */
const SHOW_MS = 400
const LEAVE_MS = 120
/** Rest of the pointer on words before it is looked whether they are cut. Milliseconds. */
const READ_MS = 150
/** What may say, with the keyboard's focus on it, the words it cuts. */
const READABLE = '[role=row], [role=option], button:not([data-row-button]), a'

interface Shown {
  label: string
  keys: string
  placement: TipPlacement
  box: { left: number; top: number; width: number; height: number }
}

/** Attributes that give an element a tip; its accessible name stays its own matter. */
export function tipOf(label: string, keys?: string, placement: TipPlacement = 'bottom') {
  return { 'data-tip': label, 'data-tip-keys': keys, 'data-tip-at': placement }
}

/** The same for one that has words of its own: it has a tip where there is no room for them. */
export const tipWhereFolded = (label: string) => ({ ...tipOf(label), 'data-tip-folded': '' })

const showsItsWords = (element: HTMLElement): boolean =>
  element.dataset.tipFolded !== undefined &&
  [...element.querySelectorAll('span')].some(words => getComputedStyle(words).display !== 'none')

const owner = (target: EventTarget | null): HTMLElement | null =>
  target instanceof Element ? target.closest<HTMLElement>('[data-tip]') : null

const isPlacement = (value: string | undefined): value is TipPlacement =>
  value === 'top' || value === 'bottom' || value === 'left' || value === 'right'

function shownOf(element: HTMLElement): Shown {
  const { tip = cutWordsIn(element), tipKeys = '', tipAt } = element.dataset
  const { left, top, width, height } = element.getBoundingClientRect()
  return {
    label: tip,
    keys: tipKeys,
    placement: isPlacement(tipAt) ? tipAt : 'bottom',
    box: { left, top, width, height },
  }
}

/**
 * The one tooltip of a window. Elements say their tip by attributes ({@link tipOf}), so that a screen full of buttons
 * costs no tooltip of its own each: a ticket is opened hundreds of times a day. Shows after a rest of the pointer or
 * on keyboard focus, with `data-tip-press` on a press too, may be pointed at, goes on Escape, press, scroll and a new size of the window (WCAG 1.4.13).
 * Words that are cut short get a title under the pointer, and a tip with the keyboard's focus.
 */
export function TipLayer() {
  const [shown, setShown] = useState<Shown | null>(null)
  const over = useRef<HTMLElement | null>(null)

  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined
    const after = (ms: number, work: () => void): void => {
      clearTimeout(timer)
      timer = setTimeout(work, ms)
    }
    const hide = (): void => {
      clearTimeout(timer)
      over.current = null
      setShown(null)
    }
    const show = (element: HTMLElement): void => {
      // What an element has opened must not lie under its own tip.
      const isOpen = element.matches('[aria-expanded="true"], .ant-dropdown-open')
      if (element.isConnected && !isOpen && !showsItsWords(element)) setShown(shownOf(element))
    }
    const onPress = (event: PointerEvent): void => {
      hide()
      const pressed = owner(event.target)
      // There is nothing else that the press could be for.
      if (pressed?.dataset.tipPress !== undefined) {
        over.current = pressed
        setShown(shownOf(pressed))
        return
      }
      // Pressed, it says no more until the pointer was elsewhere.
      over.current = pressed
    }
    const onOver = (event: PointerEvent): void => {
      if (event.pointerType === 'touch') return
      const target = event.target
      if (target instanceof Element && target.closest(`.${styles.tip}`)) {
        clearTimeout(timer)
        return
      }
      const element = owner(target)
      if (element === over.current && element !== null) return
      const before = over.current
      over.current = element
      if (element) after(SHOW_MS, () => show(element))
      else if (before) after(LEAVE_MS, hide)
      else if (target instanceof Element) after(READ_MS, () => titleCutWords(target))
    }
    const onFocus = (event: FocusEvent): void => {
      const element = owner(event.target)
      if (element?.matches(':focus-visible')) {
        over.current = element
        after(SHOW_MS, () => show(element))
      }
      const read = event.target
      if (
        !element &&
        read instanceof HTMLElement &&
        read.matches(READABLE) &&
        read.matches(':focus-visible')
      ) {
        after(SHOW_MS, () => {
          if (cutWordsIn(read) !== '') show(read)
        })
      }
    }
    const onKey = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') hide()
    }
    document.addEventListener('pointerover', onOver, { passive: true })
    document.addEventListener('focusin', onFocus)
    document.addEventListener('focusout', hide)
    document.addEventListener('pointerdown', onPress, { capture: true, passive: true })
    document.addEventListener('scroll', hide, { capture: true, passive: true })
    document.addEventListener('keydown', onKey, { capture: true })
    window.addEventListener('blur', hide)
    window.addEventListener('resize', hide)
    return () => {
      clearTimeout(timer)
      document.removeEventListener('pointerover', onOver)
      document.removeEventListener('focusin', onFocus)
      document.removeEventListener('focusout', hide)
      document.removeEventListener('pointerdown', onPress, { capture: true })
      document.removeEventListener('scroll', hide, { capture: true })
      document.removeEventListener('keydown', onKey, { capture: true })
      window.removeEventListener('blur', hide)
      window.removeEventListener('resize', hide)
    }
  }, [])

  if (!shown) return null
  const { label, keys, placement, box } = shown
  return (
    <Tooltip
      key={`${box.left},${box.top},${label}`}
      open
      arrow={false}
      placement={placement}
      title={
        <span className={styles.tip}>
          {label}
          {keys ? <Kbd keys={keys} onTip /> : null}
        </span>
      }
    >
      <span className={styles.place} style={box} aria-hidden="true" />
    </Tooltip>
  )
}
