/** The bridge's verbs about updates. */
import type { Handlers } from '../ipc/ipc'
import type { Updates } from './updates'

type UpdateVerb = Extract<keyof Handlers, `updates.${string}`>

export const updateHandlers = (updates: Updates): Pick<Handlers, UpdateVerb> => ({
  'updates.state': () => updates.state(),
  'updates.check': () => updates.check(),
  'updates.install': () => updates.install(),
})
