/**
 * Short messages at the lower edge, in one place (specification 1 section 8; console.md C3 "Toasts"). Anything may
 * say something; the shell draws the list once per window.
 */
import { TOAST_SUCCESS_MS } from '@contract'
import { createSessionStore } from './session-end'

export type ToastTone = 'success' | 'info' | 'error'

export interface ToastAction {
  label: string
  run: () => void
}

export interface Toast {
  id: number
  tone: ToastTone
  text: string
  action: ToastAction | null
  /** Milliseconds it stays; null until it is dismissed. */
  stays: number | null
  /** How often the same thing was said while it stood there. */
  times: number
}

export interface ToastOptions {
  action?: ToastAction
  /** Milliseconds instead of the usual time of the tone; null until dismissed. */
  stays?: number | null
}

/** More than this is noise; the oldest that leaves by itself goes first. */
const MOST = 4
/** What needs a decision stays long enough to be read and reached. */
const WITH_ACTION_MS = 6_000
const STAYS: Record<ToastTone, number | null> = { success: TOAST_SUCCESS_MS, info: 4_000, error: null }

export const useToastList = createSessionStore<{ toasts: readonly Toast[] }>('toasts', () => ({ toasts: [] }))

let nextId = 1

function show(tone: ToastTone, text: string, { action, stays }: ToastOptions = {}): number {
  const { toasts } = useToastList.getState()
  const same = toasts.find(toast => toast.tone === tone && toast.text === text)
  const id = nextId++
  const usual = STAYS[tone]
  const toast: Toast = {
    id,
    tone,
    text,
    action: action ?? null,
    stays: stays === undefined ? (action && usual !== null ? Math.max(usual, WITH_ACTION_MS) : usual) : stays,
    times: (same?.times ?? 0) + 1,
  }
  const others = toasts.filter(other => other !== same)
  const surplus = others.length - (MOST - 1)
  const leaving =
    surplus > 0
      ? new Set(
          [...others].sort((a, b) => Number(a.stays === null) - Number(b.stays === null)).slice(0, surplus),
        )
      : null
  useToastList.setState({ toasts: [...others.filter(other => !leaving?.has(other)), toast] })
  return id
}

/** Takes a toast away; unknown ids do nothing. */
const dismiss = (id: number): void =>
  useToastList.setState(({ toasts }) => ({ toasts: toasts.filter(toast => toast.id !== id) }))

/**
 * The voice of the product. Every member answers the toast's id.
 * success stays 2 s, info 4 s, errors until dismissed; one with an action at least 6 s.
 */
export const toasts = {
  success: (text: string, options?: ToastOptions): number => show('success', text, options),
  info: (text: string, options?: ToastOptions): number => show('info', text, options),
  error: (text: string, options?: ToastOptions): number => show('error', text, options),
  dismiss,
  clear: (): void => useToastList.setState({ toasts: [] }),
}

/** The same as {@link toasts}, for components; stable between renders. */
export const useToasts = (): typeof toasts => toasts
