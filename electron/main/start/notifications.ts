/**
 * Notifications: what waits is kept by the attention store; notices, tray, number on the icon and
 * sounds follow it, each in a file of its own beside this one.
 */
import { app, BrowserWindow, shell } from 'electron'
import { type AttentionState, type SoundName, unqueuedForAll } from '../../../src/contract'
import { type Attention, createAttention } from '../attention/attention'
import { badgeCount, createBadge } from '../attention/badge'
import { createFirstReading } from '../attention/first-reading'
import type { Order } from '../attention/policy'
import { askSnapshot } from '../attention/snapshot'
import type { AttentionClock } from '../attention/snapshot-reader'
import { noticeTexts } from '../attention/texts'
import { createTicketActions } from '../attention/ticket-actions'
import { contentOf } from '../attention/wording'
import type { Log } from '../log/log'
import { createNoticeActions, type NoticeActions } from './notice-actions'
import { type NoticeSurface, openNotices } from './notices'
import { type Parts, part } from './parts'
import { openTraySurface, type TraySurface } from './tray'
import { openWatchedLists } from './watched-lists'

/** Main's own place among the windows that say what events they want; page numbers begin at 1. */
const MAIN_ITSELF = 0
/** The longest a timer of Node can wait. */
const LONGEST_TIMER_MS = 2_000_000_000

const attentionClock: AttentionClock = {
  now: Date.now,
  after(ms, work) {
    const timer = setTimeout(work, Math.min(ms, LONGEST_TIMER_MS))
    return () => clearTimeout(timer)
  },
}

/** The address of that page of the system's settings; null where there is none that all desktops share (Linux). */
function systemNoticeSettings(platform: NodeJS.Platform): string | null {
  if (platform === 'darwin') return 'x-apple.systempreferences:com.apple.Notifications-Settings.extension'
  return platform === 'win32' ? 'ms-settings:notifications' : null
}

async function openSystemSettings(platform: NodeJS.Platform): Promise<boolean> {
  const address = systemNoticeSettings(platform)
  if (address) await shell.openExternal(address)
  return address !== null
}

/** The attention store, over what Electron and the server know. */
function openAttention(
  { server, settings, sync: { socket, presence } }: Pick<Parts, 'server' | 'sync' | 'settings'>,
  log: Log,
): Attention {
  /** What somebody who is at the computer has before the eyes: the conversations of the window with the keyboard. */
  const watched = (): ReadonlySet<number> => {
    const focused = BrowserWindow.getFocusedWindow()
    if (!focused || presence.away()) return new Set()
    return new Set(socket.shownBy(focused.webContents.id))
  }

  return createAttention({
    snapshot: self => askSnapshot(server.client, self),
    choices: () => settings.preferences().attention,
    watched,
    atWork: () => BrowserWindow.getFocusedWindow() !== null && !presence.away(),
    readHere: () => socket.readHere(),
    clock: attentionClock,
    aheadMs: server.clock.offsetMs,
    unqueuedForAll: () => unqueuedForAll(server.client.facts()),
    log,
  })
}

/** What the windows show of it. */
function stateOf(attention: Attention, notices: NoticeSurface, tray: TraySurface): AttentionState {
  const until = attention.snoozedUntil()
  return {
    ...attention.totals(),
    paused: attention.paused(),
    snoozedUntil: until === null ? null : new Date(until).toISOString(),
    ...notices.outcome(),
    tray: tray.present(),
  }
}

export const notifications = part(
  'notifications',
  ['env', 'server', 'sync', 'settings', 'ipc', 'consoleHandle', 'second', 'trayHost', 'log'],
  (needs, atEnd) => {
    const { env, server, sync, settings, ipc, consoleHandle, second, trayHost } = needs
    const { socket, presence, local } = sync
    const { session } = server
    const log = needs.log.child('attention')
    const { platform } = process
    const { resources } = env
    const texts = () => noticeTexts(settings.preferences().language)
    const choices = () => settings.preferences().attention

    const attention = openAttention(needs, log)

    const notices = openNotices({
      platform,
      resources,
      events: {
        open: key => void actions.open(key),
        act: (_key, action) => void actions.act(action),
        reply: (key, text) => void actions.reply(key, text),
        closed: key => attention.closed(key),
      },
      reveal: consoleHandle.reveal,
      texts,
      log,
    })
    const actions: NoticeActions = createNoticeActions({
      attention,
      tickets: createTicketActions({
        client: server.client,
        outbox: local.outbox,
        attention,
        user: () => session.state().user,
        preferences: settings.preferences,
        log,
      }),
      session,
      local,
      consoleHandle,
      showFloor: () => second.wall('floor'),
      say: notices.say,
      choices,
      texts,
      log,
    })
    const pause = (paused: boolean) => {
      presence.setPaused(paused)
      attention.pause(paused)
    }
    const tray = openTraySurface({
      resources,
      host: trayHost,
      attention,
      session,
      socket,
      choices,
      texts,
      pause,
      acceptOldest: () => void actions.acceptOldest(),
      go: consoleHandle.go,
      log,
    })
    const badge = createBadge({ platform, resources, window: consoleHandle.window })

    const playSound = (name: SoundName) => {
      const window = consoleHandle.window()
      const { volume } = settings.preferences()
      if (window && volume > 0) ipc.sendTo(window.webContents.id, 'sound', { name, volume })
    }

    const state = () => stateOf(attention, notices, tray)
    let broadcast = ''
    const refresh = () => {
      const now = state()
      badge.set(badgeCount(now), texts()('notices.overlay', { count: badgeCount(now) }))
      tray.refresh()
      const text = JSON.stringify(now)
      if (text === broadcast) return
      broadcast = text
      ipc.broadcast('attentionChanged', now)
    }
    attention.onChange(refresh)
    notices.onOutcome(refresh)
    trayHost.onChange(refresh)

    const carryOut = (order: Order) => {
      if (order.do === 'withdraw') return notices.withdraw(order.key)
      if (order.do === 'sound') return playSound(order.name)
      const { privacy, snoozeMinutes } = choices()
      notices.show(
        order.notice.key,
        contentOf(order.notice, order.again, Date.now(), privacy, texts(), snoozeMinutes),
        texts()('notices.replyHint'),
      )
      badge.call()
    }
    attention.onOrders(orders => {
      for (const order of orders) carryOut(order)
    })

    openWatchedLists({ attention, server, sync, clock: attentionClock, atEnd, log })

    /* What it follows. */
    sync.feed.onEvent(event => attention.event(event))
    const readAgain = () => attention.event({ channel: 'resync', data: { since: null } })
    sync.onOwnReading(() => attention.readAgain())
    const reading = createFirstReading(readAgain)
    socket.onChange(({ status }) => {
      refresh()
      if (status !== 'connected') return reading.stop()
      socket.setInterest(MAIN_ITSELF, { tickets: ['pending', 'open'], chatBoxes: [], notifications: true })
      reading.connected()
    })
    session.onChange(next => {
      attention.session(next)
      refresh()
    })
    // What a server is may be known only after the sign-in.
    server.client.onFacts(() => attention.session(session.state()))
    settings.onPreferences(() => attention.looked())
    app.on('browser-window-focus', () => attention.looked())
    // What the list has shown so far is announced once another program has the keyboard.
    app.on('browser-window-blur', () => attention.looked())
    session.onEnding('notifications', () => {
      attention.reset()
      notices.withdrawAll()
      notices.withdrawEarlier()
      presence.setPaused(false)
    })
    session.onEnding('badge', () => {
      socket.dropWindow(MAIN_ITSELF)
      badge.set(0, '')
    })
    atEnd(() => {
      reading.stop()
      attention.stop()
      notices.withdrawAll()
      tray.stop()
    })

    return {
      state,
      pause,
      snooze: attention.snooze,
      localChange: ticketId => attention.localChange(ticketId),
      made: ticket => attention.made(ticket),
      looked: () => attention.looked(),
      test(kind) {
        notices.sayTest()
        const { silent, sounds } = choices()
        const name = sounds[kind]
        if (!silent && name !== 'none') playSound(name)
      },
      openSystemSettings: () => openSystemSettings(platform),
      hasTray: tray.present,
      explainTray: notices.sayInTray,
      attach(console) {
        tray.attach(console)
        const { window } = console
        // Hiding took the task bar button away, and with it the number on it.
        window.on('show', () => badge.again())
        window.on('focus', () => {
          if (platform !== 'darwin') window.flashFrame(false)
        })
        attention.session(session.state())
        refresh()
      },
    }
  },
)
