/** The first steps of a new company: read from what is there, and again whenever something may have ticked one. */
import type { FeedEvent, FirstSteps } from '@contract'
import { call } from '@/api'
import { registerFeed } from './feed'
import { capability } from './servers'
import { createSessionStore } from './session-end'

/** Null until the server has said; stays null where a server keeps none. */
export const useFirstSteps = createSessionStore<{ steps: FirstSteps | null }>('firstSteps', () => ({
  steps: null,
}))

export const STEPS = ['number', 'queue', 'colleagues', 'message'] as const
export type Step = (typeof STEPS)[number]

/** Channels whose events may tick a step. */
const TICKING: ReadonlySet<FeedEvent['channel']> = new Set([
  'whatsapp',
  'whatsappSession',
  'queue',
  'user',
  'appMessage',
])
/** Events of one moment are one question. Milliseconds. */
const GATHER_MS = 400

const isOpen = (steps: FirstSteps | null): steps is FirstSteps =>
  steps !== null && steps.shown === true && (!steps.received || STEPS.some(step => !steps[step]))

async function load(): Promise<void> {
  if (capability('firstSteps') === 'missing') return
  try {
    useFirstSteps.setState({ steps: await call('firstSteps.get') })
  } catch {
    // The list is a help: it keeps its last state, and the next event asks again.
  }
}

/** Reads the steps and follows them while a list of them is on screen. @returns how to stop. */
export function followFirstSteps(): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  void load()
  const leave = registerFeed({
    name: 'firstSteps',
    applyEvents(events) {
      if (timer !== undefined || !isOpen(useFirstSteps.getState().steps)) return
      if (!events.some(({ channel }) => TICKING.has(channel))) return
      timer = setTimeout(() => {
        timer = undefined
        void load()
      }, GATHER_MS)
    },
    refetch: load,
  })
  return () => {
    clearTimeout(timer)
    leave()
  }
}

/** Puts the list away, or back. @throws ApiError */
export async function showFirstSteps(shown: boolean): Promise<void> {
  useFirstSteps.setState({ steps: await call('firstSteps.update', { body: { shown } }) })
}
