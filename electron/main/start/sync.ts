/** What moves between server, disk and windows: the feed, the socket, the outbox. */
import type { Message } from '../../../src/contract'
import type { LocalAnswer } from '../local-answer'
import { openLocalStore } from '../local-store'
import { createLocalMacros } from '../macros/local-macros'
import { watchPower } from '../power'
import { createLocalReminders } from '../reminders/local-reminders'
import { createLocalViews } from '../saved-views/local-views'
import type { AdaptedClient } from '../session/adapted-client'
import type { ServerAddress } from '../session/address'
import { withDueDate, withSetting } from '../session/merge-user'
import { followOwnUser } from '../session/own-user'
import { createFeed } from '../socket/feed'
import { createListReadings } from '../socket/list-readings'
import { createServerSocket, IDLE_AFTER_S } from '../socket/socket'
import { watchPresence } from '../system/presence'
import { part } from './parts'

/** Seconds without input after which what is on the screen no longer counts as seen. */
const AWAY_AFTER_S = 90

/** A message the outbox learned of by the server's answer, as the event that may never come. */
const asEvent = (message: Message, action: 'create' | 'update') =>
  ({ channel: 'appMessage', data: { action, message, ticket: null, contact: null } }) as const

/** The same address, given out when its server's API is known. */
const speaking = (address: ServerAddress, client: AdaptedClient): ServerAddress => ({
  async resolve() {
    await client.settled()
    return address.resolve()
  },
  label: () => address.label(),
  proof: origin => address.proof(origin),
  get embedded() {
    return address.embedded
  },
  get key() {
    return address.key
  },
})

export const sync = part('sync', ['env', 'server', 'network', 'ipc', 'log'], async (needs, atEnd) => {
  const { env, server, network, ipc, log } = needs
  const { session, client, address } = server
  const feed = createFeed(events => ipc.broadcast('feed', { events }))

  const pushMessage = (message: Message): void => feed.push(asEvent(message, 'update'))
  const local = await openLocalStore({
    dataDir: env.dataDir,
    serverKey: () => address.key,
    session,
    request: ({ path, ...init }) => client.fetch(path, { ...init, signedIn: true }),
    aheadMs: server.clock.measuredMs,
    clientIds: () => client.has('clientIds'),
    onOutboxChange: change => ipc.broadcast('outboxChanged', change),
    onMessage: message => feed.push(asEvent(local.words.message(message), 'create')),
    onTranslated: (message, { text, language }) => {
      // A server with a copilot keeps it itself.
      if (message.translations !== null) return
      local.words
        .keepTranslation(message, language, text)
        .then(() => {
          const now = local.words.message(message)
          local.cache.rememberMessages([now])
          pushMessage(now)
        })
        .catch(error => log.error('what was written could not be kept', { error }))
    },
    log: log.child('local'),
  })
  atEnd(() => local.close())
  const ownReminders = createLocalReminders({
    db: local.db,
    cache: local.cache,
    scope: local.scope,
    changed: () => feed.push({ channel: 'reminder', data: { action: 'changed' } }),
    now: () => Date.now() + server.clock.offsetMs(),
  })
  const reminders: LocalAnswer = async (request, path) =>
    client.facts()?.capabilities.reminders === 'equivalent' ? await ownReminders(request, path) : null
  const ownViews = createLocalViews({
    db: local.db,
    client,
    scope: local.scope,
    user: () => session.state().user,
    changed: () => feed.push({ channel: 'savedView', data: { action: 'changed' } }),
  })
  const views: LocalAnswer = async (request, path) =>
    client.facts()?.capabilities.savedViews === 'equivalent' ? await ownViews(request, path) : null
  const ownMacros = createLocalMacros({
    db: local.db,
    scope: local.scope,
    changed: () => feed.push({ channel: 'macro', data: { action: 'changed' } }),
  })
  const macros: LocalAnswer = async (request, path) =>
    client.facts()?.capabilities.macros === 'equivalent' ? await ownMacros(request, path) : null

  const power = watchPower(log.child('power'))
  atEnd(() => power.stop())
  const presence = watchPresence(power, { idleAfterS: IDLE_AFTER_S, awayAfterS: AWAY_AFTER_S })
  atEnd(() => presence.stop())

  const socket = createServerSocket({
    // Events can only be read once the server's API is known.
    address: speaking(address, client),
    session,
    feed,
    openSocket: network.openSocket,
    log: log.child('socket'),
    idleSeconds: presence.idleSeconds,
    isOnline: power.isOnline,
    refusesTls: () => server.refusesTls(),
    translate: (name, payload) =>
      client.translate(name, payload).map(event => ({ ...event, payload: local.words.event(event.payload) })),
    hasTicketPresence: () => client.facts()?.capabilities.ticketPresence === 'native',
    flapping: () => client.facts()?.adapter === 'legacy',
    onEvent: event => {
      local.cache.applyEvent(event)
      if (event.channel === 'ticket' && 'ticket' in event.data) {
        const { ticket, messagesTo } = event.data
        // Its messages are in another conversation now: a search must not lead here for them.
        if (messagesTo !== undefined && messagesTo !== ticket.uuid)
          local.cache
            .forgetTicket({ id: ticket.id })
            .catch(error => log.error('a conversation could not be forgotten', { error }))
      }
      if (event.channel === 'appMessage') local.outbox.echo(event.data.message)
      if (event.channel === 'contact' && 'contactId' in event.data) {
        const { contactId, ticketIds = [] } = event.data
        local
          .forgetContact(contactId, ticketIds)
          .catch(error => log.error('a contact could not be forgotten', { error }))
      }
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
      // Sounds of groups, the size of files: what main goes by is the company of the session's user.
      if (event.channel === 'settings') {
        const own = session.state().user
        if (own) session.updateUser(withSetting(own, event.data.setting))
      }
      // Whether the company is paid is asked of the session's user as well.
      const member = session.state().user
      if (member) session.updateUser(withDueDate(member, event))
    },
  })
  const ownUser = followOwnUser({
    client,
    session,
    onRights: () => socket.renew('rights changed'),
    log: log.child('session'),
  })
  atEnd(() => socket.stop())
  session.onEnding('socket', () => socket.leave())

  presence.onChange(() => socket.reportPresence())
  power.onReturn(() => {
    void socket.check()
    local.outbox.wake()
  })
  socket.onChange(state => {
    if (state.status === 'connected') local.outbox.wake()
  })
  const readsItself: (() => void)[] = []
  const listReadings = createListReadings(() => {
    const facts = client.facts()
    if (!facts || facts.capabilities.wholeLists === 'native') return false
    return socket.state().status === 'connected'
  }, [
    () => feed.push({ channel: 'resync', data: { since: null, lists: true } }),
    () => {
      for (const read of readsItself) read()
    },
  ])
  atEnd(() => listReadings.stop())
  ipc.onGone(windowId => socket.dropWindow(windowId))
  return {
    feed,
    socket,
    local,
    presence,
    listReadings,
    tell: pushMessage,
    copilotChanged: () => feed.push({ channel: 'copilot', data: { action: 'update' } }),
    reminders,
    views,
    macros,
    onOwnReading: listener => void readsItself.push(listener),
  }
})
