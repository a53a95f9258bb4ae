/**
 * Short messages in one place. Anything may say something; the
 * shell draws the list once per window. Every toast closes by itself, errors too.
 */
import { TOAST_CONTENT_MS, TOAST_MS } from '@contract'
import { createSessionStore } from './session-end'

export type ToastTone = 'success' | 'info' | 'warning' | 'error'

export interface ToastAction {
  label: string
  /** Answers when it is done, where another may have to wait for it. */
  run: () => unknown
}

export interface Toast {
  id: number
  tone: ToastTone
  text: string
  action: ToastAction | null
  /** Milliseconds it stays while neither pointer nor focus is on it. */
  stays: number
  /** How often the same thing was said while it stood there. */
  times: number
  /** Of what sort it is; toasts of one sort become one. */
  sort: string | null
}

export interface ToastOptions {
  action?: ToastAction
  /** Milliseconds instead of the usual time. */
  stays?: number
  /** For what may come in numbers: a further one of the same sort becomes one toast with the one that stands. */
  many?: {
    sort: string
    text: (count: number) => string
    action?: ToastAction
  }
}

/** One is shown at a time; more than this that wait are noise: the oldest goes first, of those that are no error. */
const MOST = 4
/** What needs a decision stays long enough to be read and reached. */
const WITH_ACTION_MS = 6_000

export const useToastList = createSessionStore<{ toasts: readonly Toast[] }>('toasts', () => ({ toasts: [] }))

let nextId = 1

/**
 * The way back of what was said under the same words goes with the new one's, the last first: "Removed ×2" takes both back.
 * What an error offers leads on, and does so from the last alone.
 */
const withEarlier = (
  tone: ToastTone,
  last: ToastAction | undefined,
  earlier: ToastAction | null | undefined,
): ToastAction | undefined =>
  last && earlier && tone !== 'error'
    ? {
        label: last.label,
        run: async () => {
          await last.run()
          await earlier.run()
        },
      }
    : last

function show(usual: number, tone: ToastTone, text: string, options: ToastOptions = {}): number {
  if (text === '') return 0
  const { many } = options
  const { toasts } = useToastList.getState()
  const same = toasts.find(toast =>
    many ? toast.sort === many.sort : toast.tone === tone && toast.text === text,
  )
  const times = (same?.times ?? 0) + 1
  const action = (many && same ? many.action : withEarlier(tone, options.action, same?.action)) ?? null
  const { stays = action ? Math.max(usual, WITH_ACTION_MS) : usual } = options
  const id = nextId++
  const toast: Toast = {
    id,
    tone,
    text: many && same ? many.text(times) : text,
    action,
    stays,
    times,
    sort: many?.sort ?? null,
  }
  const others = toasts.filter(other => other !== same)
  const surplus = others.length - (MOST - 1)
  const leaving =
    surplus > 0
      ? new Set(
          [...others]
            .sort((a, b) => Number(a.tone === 'error') - Number(b.tone === 'error'))
            .slice(0, surplus),
        )
      : null
  useToastList.setState({ toasts: [...others.filter(other => !leaving?.has(other)), toast] })
  return id
}

/** Takes a toast away; unknown ids do nothing. */
const dismiss = (id: number): void =>
  useToastList.setState(({ toasts }) => ({ toasts: toasts.filter(toast => toast.id !== id) }))

const sayingFor = (usual: number) => ({
  success: (text: string, options?: ToastOptions): number => show(usual, 'success', text, options),
  info: (text: string, options?: ToastOptions): number => show(usual, 'info', text, options),
  warning: (text: string, options?: ToastOptions): number => show(usual, 'warning', text, options),
  error: (text: string, options?: ToastOptions): number => show(usual, 'error', text, options),
  dismiss,
  clear: (): void => useToastList.setState({ toasts: [] }),
})

/**
 * The voice of the product: every tone closes after 2 s, one with an action after at least 6 s. Members that say
 * something answer the toast's id.
 */
export const toasts = sayingFor(TOAST_MS)

/** The same for campaigns, tags, files, prompts and integrations, whose toasts stay 3 s. */
export const contentToasts: typeof toasts = sayingFor(TOAST_CONTENT_MS)

/** The same as {@link toasts}, for components; stable between renders. */
export const useToasts = (): typeof toasts => toasts
