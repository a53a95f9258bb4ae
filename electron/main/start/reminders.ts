/** Reminders in the life of the app: read when somebody signs in, when one changes and after a gap; announced when due. */
import type { Attention } from '../attention/attention'
import { remind } from '../attention/remind'
import type { AttentionClock } from '../attention/snapshot-reader'
import type { Log } from '../log/log'
import type { Quit } from '../quit'
import { askReminders, watchReminders } from '../reminders/due'
import type { ServerAccess } from './server-access'
import type { Sync } from './sync'

export function openReminders(deps: {
  attention: Attention
  server: ServerAccess
  sync: Sync
  clock: AttentionClock
  quit: Quit
  log: Log
}): void {
  const { attention, server, sync, clock, log } = deps
  const told = new Set<string>()
  const reminders = watchReminders({
    list: () => askReminders(server.client, sync.reminders),
    onDue: due => attention.change(work => remind(work, due, told, clock.now())),
    clock,
    log,
  })
  sync.feed.onEvent(({ channel, data }) => {
    if (channel === 'reminder' || (channel === 'resync' && !data.lists)) reminders.read()
  })
  // What a server keeps may be known only after the sign-in.
  server.client.onFacts(() => {
    if (server.session.state().user) reminders.read()
  })
  server.session.onEnding('notifications', () => {
    told.clear()
    reminders.reset()
  })
  deps.quit.atEnd('reminders', reminders.reset)
}
