/** What moves between server, disk and windows: the feed, the connection, the outbox. */
import type { Message } from '../../../src/contract'
import { type Connection, createConnection } from '../connection/connection'
import { createFeed, type Feed } from '../connection/feed'
import type { Environment } from '../environment'
import type { Ipc } from '../ipc/ipc'
import { type LocalStore, openLocalStore } from '../local-store'
import type { Log } from '../log/log'
import { watchPower } from '../power'
import type { Quit } from '../quit'
import { followOwnUser } from '../session/own-user'
import type { ServerSide } from './server-side'

export interface Flow {
  feed: Feed
  connection: Connection
  local: LocalStore
}

/** A message the outbox learned of by the server's answer, as the event that may never come. */
const asEvent = (message: Message) =>
  ({ channel: 'appMessage', data: { action: 'create', message, ticket: null, contact: null } }) as const

export async function openFlow(deps: {
  env: Environment
  server: ServerSide
  ipc: Ipc
  quit: Quit
  log: Log
}): Promise<Flow> {
  const { server, ipc, quit, log } = deps
  const { session, client, address } = server
  const feed = createFeed(events => ipc.broadcast('feed', { events }))

  const local = await openLocalStore({
    dataDir: deps.env.dataDir,
    serverKey: address.key,
    session,
    request: ({ path, ...init }) => client.fetch(path, { ...init, signedIn: true }),
    clientIds: () => client.has('clientIds'),
    onOutboxChange: change => ipc.broadcast('outboxChanged', change),
    onMessage: message => feed.push(asEvent(message)),
    log: log.child('local'),
  })
  quit.atEnd('local store', () => local.close())

  const power = watchPower(log.child('power'))
  quit.atEnd('power', () => power.stop())

  const connection = createConnection({
    address,
    session,
    feed,
    log: log.child('connection'),
    idleSeconds: power.idleSeconds,
    isOnline: power.isOnline,
    translate: client.translate,
    onEvent: event => {
      local.cache.applyEvent(event)
      if (event.channel === 'appMessage') local.outbox.echo(event.data.message)
      // A number that is up again lets go what waited for it.
      if (event.channel === 'whatsappSession' && event.data.session.status === 'CONNECTED')
        local.outbox.wake()
      if (
        event.channel === 'whatsapp' &&
        'whatsapp' in event.data &&
        event.data.whatsapp.status === 'CONNECTED'
      )
        local.outbox.wake()
      if (event.channel === 'user' && 'user' in event.data) ownUser.changed(event.data.user.id)
    },
  })
  const ownUser = followOwnUser({
    client,
    session,
    onRights: () => connection.renew('rights changed'),
    log: log.child('session'),
  })
  quit.atEnd('connection', () => connection.stop())
  session.onEnding('socket', () => connection.leave())

  power.onReturn(() => {
    void connection.check()
    local.outbox.wake()
  })
  connection.onChange(state => {
    if (state.status === 'connected') local.outbox.wake()
  })
  ipc.onGone(windowId => connection.dropWindow(windowId))
  return { feed, connection, local }
}
