/** The bridge's verbs about attention. */
import type { Handlers } from '../ipc/ipc'
import type { Desk } from '../start/desk'

type AttentionVerb = Extract<keyof Handlers, `attention.${string}`>

export const attentionHandlers = (desk: Desk): Pick<Handlers, AttentionVerb> => ({
  'attention.state': () => desk.state(),
  'attention.pause': ({ paused }) => {
    desk.pause(paused)
    return desk.state()
  },
  'attention.snooze': ({ minutes }) => {
    desk.snooze(minutes)
    return desk.state()
  },
  'attention.test': ({ kind }) => {
    desk.test(kind)
    return desk.state()
  },
  'attention.openSystemSettings': async () => ({ opened: await desk.openSystemSettings() }),
})
