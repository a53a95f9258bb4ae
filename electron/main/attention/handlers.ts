/** The bridge's verbs about attention. */
import type { Handlers } from '../ipc/ipc'
import type { Notifications } from '../start/notifications'

type AttentionVerb = Extract<keyof Handlers, `attention.${string}`>

export const attentionHandlers = (notifications: Notifications): Pick<Handlers, AttentionVerb> => ({
  'attention.state': () => notifications.state(),
  'attention.pause': ({ paused }) => {
    notifications.pause(paused)
    return notifications.state()
  },
  'attention.snooze': ({ minutes }) => {
    notifications.snooze(minutes)
    return notifications.state()
  },
  'attention.test': ({ kind }) => {
    notifications.test(kind)
    return notifications.state()
  },
  'attention.openSystemSettings': async () => ({ opened: await notifications.openSystemSettings() }),
})
