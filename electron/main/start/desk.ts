/** What the desktop shows of the work: notices, tray, number on the icon, sounds; and what is done from there. */
import { join } from 'node:path'
import { app, BrowserWindow, Notification, shell } from 'electron'
import { type AttentionState, type NoticeKind, unqueuedForAll } from '../../../src/contract'
import { createAttention } from '../attention/attention'
import { badgeCount, createBadge } from '../attention/badge'
import { createDeeds } from '../attention/deeds'
import { readinessOf, whenReady } from '../attention/earlier'
import { createNotices, type NativeNotice } from '../attention/notices'
import { LIST_PATH, pathOfKey, ticketOfKey, ticketPath } from '../attention/routes'
import { askSnapshot } from '../attention/snapshot'
import { attentionTexts } from '../attention/texts'
import { openTray, type TrayIcon } from '../attention/tray'
import { contentOf, type NoticeAction } from '../attention/wording'
import type { Environment } from '../environment'
import type { Ipc } from '../ipc/ipc'
import type { Log } from '../log/log'
import type { Quit } from '../quit'
import type { SettingsStore } from '../settings/settings'
import { systemNoticeSettings } from '../system/notice-settings'
import type { TrayHost } from '../system/tray-host'
import type { ConsoleWindow } from '../windows/console-window'
import type { Flow } from './flow'
import type { ServerSide } from './server-side'

/** The age of the oldest in the tray's menu grows by itself. */
const TRAY_EVERY_MS = 30_000
/** A connection that stands has joined its rooms by then, so that nothing falls between snapshot and events. */
const SNAPSHOT_AFTER_MS = 200
/** Main's own place among the windows that say what they want to hear of; page numbers begin at 1. */
const MAIN_ITSELF = 0

export interface Desk {
  state(): AttentionState
  pause(paused: boolean): void
  snooze(minutes: number): void
  test(kind: NoticeKind): void
  openSystemSettings(): Promise<boolean>
  /** A window changes a ticket itself: what the server says of it is no news. */
  ownDeed(ticketId: number): void
  /** Says which window is the console and brings up the tray. */
  attach(console: ConsoleWindow): void
  /** Shows a screen of the console, in front. */
  go(path: string): void
  /** Brings the console to the front as it is. */
  reveal(): void
  /** Whether there is an icon to come back from. */
  hasTray(): boolean
  /** Tells once that closing the window did not end Turno. */
  explainTray(): void
}

export function openDesk(deps: {
  env: Environment
  server: ServerSide
  flow: Flow
  settings: SettingsStore
  ipc: Ipc
  trayHost: TrayHost
  quit: Quit
  log: Log
}): Desk {
  const { env, server, flow, settings, ipc, quit } = deps
  const { connection, presence, local } = flow
  const { session } = server
  const log = deps.log.child('attention')
  const { platform } = process
  const icon = join(env.resources, 'icons/app.png')
  const texts = () => attentionTexts(settings.preferences().language)
  const choices = () => settings.preferences().attention
  let own: ConsoleWindow | null = null
  let tray: TrayIcon | null = null

  /** What somebody who is at the computer has before the eyes: the conversations of the window with the keyboard. */
  const watched = (): ReadonlySet<number> => {
    const focused = BrowserWindow.getFocusedWindow()
    if (!focused || presence.away()) return new Set()
    return new Set(connection.shownBy(focused.webContents.id))
  }

  const attention = createAttention({
    snapshot: self => askSnapshot(server.client, self),
    choices,
    watched,
    clock: {
      now: Date.now,
      after(ms, work) {
        const timer = setTimeout(work, Math.min(ms, 2_000_000_000))
        return () => clearTimeout(timer)
      },
    },
    aheadMs: server.clock.offsetMs,
    unqueuedForAll: () => unqueuedForAll(server.client.facts()),
    log,
  })
  const deeds = createDeeds({
    client: server.client,
    outbox: local.outbox,
    attention,
    user: () => session.state().user,
    preferences: settings.preferences,
    log,
  })

  const go = (path: string) => {
    if (!own || own.window.isDestroyed()) return
    const { webContents } = own.window
    const tell = () => ipc.sendTo(webContents.id, 'navigate', { path })
    // Navigating first: what comes to the front is already the right place.
    if (webContents.isLoading()) webContents.once('did-finish-load', tell)
    else tell()
    own.reveal()
  }
  const openKey = async (key: string) => {
    let path = pathOfKey(key, attention.work())
    const ticketId = ticketOfKey(key)
    if (path === null && ticketId !== null) {
      const seen = await local.cache.ticket({ id: ticketId })
      path = seen ? ticketPath(seen.uuid) : LIST_PATH
    }
    attention.handled(key)
    go(path ?? '/')
  }
  const accept = async () => {
    const ticket = attention.oldest()
    if (!ticket) return go(LIST_PATH)
    if (await deeds.accept(ticket)) return go(ticketPath(ticket.uuid))
    const t = texts()
    notices.show(
      'accept-failed',
      { title: t.acceptFailed, body: t.acceptFailedBody, actions: [], reply: false, urgent: false },
      '',
    )
  }
  /** What is pressed on a notice of an earlier run comes before anything is known. */
  const ready = () => whenReady(readinessOf(session, attention))
  const act = async (action: NoticeAction) => {
    if (action === 'snooze') attention.snooze(choices().snoozeMinutes)
    else if ((await ready()) === 'ready') await accept()
    else go(LIST_PATH)
  }
  const answer = async (key: string, text: string) => {
    const ticketId = ticketOfKey(key)
    if (ticketId === null) return
    try {
      if ((await ready()) === 'ready') {
        await deeds.reply(ticketId, text)
        return
      }
      log.warn('the answer from a notice was not taken: nobody is signed in')
    } catch (error) {
      log.error('the answer from a notice was not taken', { error })
    }
    // The words are the agent's own: they are shown again, so that they can be written where they belong.
    notices.show(
      'reply-failed',
      { title: texts().replyFailed, body: text, actions: [], reply: false, urgent: false },
      '',
    )
    await openKey(key)
  }

  const notices = createNotices({
    supported: () => Notification.isSupported(),
    make: options => new Notification(options) as unknown as NativeNotice,
    events: {
      open: key => void openKey(key),
      act: (_key, action) => void act(action),
      reply: (key, text) => void answer(key, text),
      closed: key => attention.closed(key),
    },
    ...(platform === 'darwin' ? { removeAll: () => Notification.removeAll() } : {}),
    icon: platform === 'linux' ? icon : null,
    log,
  })
  if (platform === 'win32')
    Notification.handleActivation(({ type, arguments: text, actionIndex, reply }) => {
      const id = /turno-[\w:-]+/.exec(decodeURIComponent(text))?.[0]
      if (!id) return
      if (type === 'reply') notices.pressedFromOutside(id, { type, text: reply ?? '' })
      else if (type === 'action') notices.pressedFromOutside(id, { type, index: actionIndex ?? -1 })
      else notices.pressedFromOutside(id)
    })
  if (platform === 'darwin')
    Notification.getHistory()
      .then(earlier => notices.adopt(earlier as unknown as NativeNotice[]))
      .catch(error => log.warn('notices of an earlier run could not be asked for', { error }))

  const badge = createBadge({ platform, resources: env.resources, window: () => own?.window ?? null })
  /** An icon that nobody shows is no way back. */
  const hasTray = () => (tray?.present ?? false) && deps.trayHost.answers()
  const state = (): AttentionState => ({
    ...attention.totals(),
    paused: attention.paused(),
    snoozedUntil:
      attention.snoozedUntil() === null ? null : new Date(attention.snoozedUntil() ?? 0).toISOString(),
    ...notices.outcome(),
    tray: hasTray(),
  })
  let told = ''
  const refresh = () => {
    const now = state()
    badge.set(badgeCount(now), texts().overlay(badgeCount(now)))
    tray?.refresh()
    const text = JSON.stringify(now)
    if (text === told) return
    told = text
    ipc.broadcast('attentionChanged', now)
  }
  attention.onChange(refresh)
  notices.onOutcome(refresh)
  deps.trayHost.onChange(refresh)
  attention.onOrders(orders => {
    for (const order of orders) {
      if (order.do === 'withdraw') notices.withdraw(order.key)
      else if (order.do === 'sound') {
        const { volume } = settings.preferences()
        if (own && volume > 0) ipc.sendTo(own.window.webContents.id, 'sound', { name: order.name, volume })
      } else {
        const { privacy, snoozeMinutes } = choices()
        notices.show(
          order.notice.key,
          contentOf(order.notice, order.again, Date.now(), privacy, texts(), snoozeMinutes),
          texts().replyHint,
        )
        badge.call()
      }
    }
  })

  /* What it follows. */
  flow.feed.onEvent(event => attention.event(event))
  let soon: NodeJS.Timeout | undefined
  connection.onChange(({ status }) => {
    refresh()
    clearTimeout(soon)
    if (status !== 'connected') return
    connection.setInterest(MAIN_ITSELF, { tickets: ['pending', 'open'], chatBoxes: [], notifications: true })
    soon = setTimeout(() => attention.event({ channel: 'resync', data: { since: null } }), SNAPSHOT_AFTER_MS)
  })
  session.onChange(next => {
    attention.session(next)
    refresh()
  })
  // What a server is may be known only after the sign-in.
  server.client.onFacts(() => attention.session(session.state()))
  settings.onPreferences(() => attention.looked())
  app.on('browser-window-focus', () => attention.looked())
  session.onEnding('notifications', () => {
    attention.reset()
    notices.withdrawAll()
    notices.withdrawEarlier()
    presence.setPaused(false)
  })
  session.onEnding('badge', () => {
    connection.dropWindow(MAIN_ITSELF)
    badge.set(0, '')
  })
  const age = setInterval(() => tray?.refresh(), TRAY_EVERY_MS)
  quit.atEnd('attention', () => {
    clearInterval(age)
    clearTimeout(soon)
    attention.stop()
    notices.withdrawAll()
    tray?.close()
  })

  const pause = (paused: boolean) => {
    presence.setPaused(paused)
    attention.pause(paused)
  }
  return {
    state,
    pause,
    snooze: attention.snooze,
    go,
    reveal: () => own?.reveal(),
    ownDeed(ticketId) {
      attention.ownDeed(ticketId)
    },
    test(kind) {
      const t = texts()
      notices.show('test', { title: t.test, body: t.testBody, actions: [], reply: false, urgent: false }, '')
      const { silent, sounds } = choices()
      const name = sounds[kind]
      const { volume } = settings.preferences()
      if (!silent && name !== 'none' && own && volume > 0)
        ipc.sendTo(own.window.webContents.id, 'sound', { name, volume })
    },
    async openSystemSettings() {
      const address = systemNoticeSettings(platform)
      if (!address) return false
      await shell.openExternal(address)
      return true
    },
    hasTray,
    explainTray() {
      const t = texts()
      notices.show(
        'stayed',
        { title: t.trayStayed, body: t.trayStayedBody, actions: [], reply: false, urgent: false },
        '',
      )
    },
    attach(window) {
      own = window
      tray = openTray({
        resources: env.resources,
        platform,
        texts,
        log,
        facts: () => ({
          signedIn: session.state().status === 'signedIn',
          connected: connection.state().status === 'connected',
          totals: attention.totals(),
          paused: attention.paused(),
          snoozedMinutes:
            attention.snoozedUntil() === null
              ? null
              : Math.max(1, Math.ceil(((attention.snoozedUntil() ?? 0) - Date.now()) / 60_000)),
          oldest: attention.oldest(),
          now: Date.now(),
          windowShown: !window.window.isDestroyed() && window.window.isVisible(),
          privacy: choices().privacy,
        }),
        deeds: {
          pause,
          snooze: attention.snooze,
          acceptOldest: () => void accept(),
          show: () => window.reveal(),
          hide: () => window.window.hide(),
          settings: () => go('/settings'),
          quit: () => app.quit(),
        },
      })
      // Hiding took the task bar button away, and with it the number on it.
      window.window.on('show', () => badge.again())
      for (const event of ['show', 'hide'] as const) window.window.on(event as 'show', () => tray?.refresh())
      window.window.on('focus', () => {
        if (platform !== 'darwin') window.window.flashFrame(false)
      })
      attention.session(session.state())
      refresh()
    },
  }
}
