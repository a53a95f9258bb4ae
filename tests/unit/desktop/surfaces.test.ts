import { EventEmitter } from 'node:events'
import { existsSync } from 'node:fs'
import type { NotificationConstructorOptions } from 'electron'
import { describe, expect, it, vi } from 'vitest'
import { whenReady } from '../../../electron/main/attention/earlier'
import { createNotices, type NativeNotice } from '../../../electron/main/attention/notices'
import { noticeTexts } from '../../../electron/main/attention/texts'
import {
  pictureOf,
  type TrayActions,
  type TrayFacts,
  tipOf,
  trayTemplate,
} from '../../../electron/main/attention/tray-menu'
import { createLog } from '../../../electron/main/log/log'
import { applicationMenu } from '../../../electron/main/menu/template'
import { menuTexts } from '../../../electron/main/menu/texts'
import { watchPresence } from '../../../electron/main/system/presence'

vi.mock('electron', () => ({
  app: {},
  nativeImage: { createFromPath: (path: string) => path },
  nativeTheme: {},
  Menu: {},
  Tray: class {},
}))
const { badgeText, createBadge, overlayFile } = await import('../../../electron/main/attention/badge')
const { trayFile } = await import('../../../electron/main/attention/tray')

const log = createLog(() => undefined)
const t = noticeTexts('pt')

describe('the tray', () => {
  const pressed: string[] = []
  const actions: TrayActions = {
    pause: paused => pressed.push(`pause ${paused}`),
    snooze: minutes => pressed.push(`snooze ${minutes}`),
    acceptOldest: () => pressed.push('accept'),
    show: () => pressed.push('show'),
    hide: () => pressed.push('hide'),
    settings: () => pressed.push('settings'),
    quit: () => pressed.push('quit'),
  }
  const facts: TrayFacts = {
    signedIn: true,
    connected: true,
    totals: { pending: 2, mine: 3, unread: 1 },
    paused: false,
    snoozedMinutes: null,
    oldest: {
      id: 1,
      uuid: 'u',
      queueId: 1,
      queueName: 'Suporte',
      name: 'Maria\u202E',
      since: 0,
      newAt: null,
      answerDueAt: null,
      withBot: false,
    },
    now: 7 * 60_000,
    windowShown: false,
    windowInFront: false,
    privacy: 'all',
  }
  const items = (over: Partial<TrayFacts> = {}) => trayTemplate({ ...facts, ...over }, actions, t)
  const item = (id: string, over: Partial<TrayFacts> = {}) => items(over).find(one => one.id === id)

  it('holds status, counts, the oldest, the window, settings and the end', () => {
    expect(items().flatMap(one => one.id ?? [])).toEqual([
      'online',
      'paused',
      'waiting',
      'mine',
      'accept-oldest',
      'snooze',
      'open',
      'settings',
      'quit',
    ])
    expect(item('accept-oldest')?.label).toBe('Aceitar o mais antigo: Maria (7 min)')
    expect(item('accept-oldest', { privacy: 'nothing' })?.label).not.toContain('Maria')
    expect(item('accept-oldest', { oldest: null })?.enabled).toBe(false)
    expect(item('hide', { windowShown: true })?.label).toBe('Ocultar o Turno')
    expect(item('wake', { snoozedMinutes: 4 })?.label).toContain('4 min')
  })

  it('does what is pressed', () => {
    for (const one of items()) one.click?.({} as never, undefined, {} as never)
    expect(pressed).toEqual(['pause false', 'pause true', 'accept', 'show', 'settings', 'quit'])
  })

  it('puts notices off for as long as the agent chooses', () => {
    const choices = item('snooze')?.submenu
    if (!Array.isArray(choices)) throw new Error('no submenu')
    pressed.length = 0
    for (const one of choices) one.click?.({} as never, undefined, {} as never)
    expect(choices.map(one => one.label)).toEqual(['5 min', '15 min', '30 min', '60 min'])
    expect(pressed).toEqual(['snooze 5', 'snooze 15', 'snooze 30', 'snooze 60'])
  })

  it('offers a signed-out person the window and the end only', () => {
    expect(items({ signedIn: false }).flatMap(one => (one.enabled === false ? [] : (one.id ?? [])))).toEqual([
      'open',
      'quit',
    ])
  })

  it('shows by picture and tip whether something waits, or nothing can be known', () => {
    expect(pictureOf(facts)).toBe('unread')
    expect(pictureOf({ ...facts, totals: { pending: 0, mine: 3, unread: 0 } })).toBe('idle')
    expect(pictureOf({ ...facts, connected: false })).toBe('offline')
    expect(tipOf(facts, t)).toBe('Turno: 2 aguardando, 1 com mensagens novas')
    expect(tipOf({ ...facts, connected: false }, t)).toBe('Turno: sem conexão')
  })

  it.each(['darwin', 'win32', 'linux'] as const)('has a shipped picture for every state on %s', platform => {
    for (const picture of ['idle', 'unread', 'offline'] as const)
      for (const dark of [true, false])
        expect(existsSync(`resources/icons/tray/${trayFile(picture, platform, dark)}`)).toBe(true)
  })
})

it('counts on the icon: nothing, numbers, and more than fit', () => {
  expect([0, 7, 99, 100].map(badgeText)).toEqual(['', '7', '99', '99+'])
  expect([0, 9, 10].map(overlayFile)).toEqual([null, '9.png', '9plus.png'])
  for (let n = 1; n <= 10; n++) expect(existsSync(`resources/icons/overlay/${overlayFile(n)}`)).toBe(true)
})

it('is put on the task bar button again when the window comes back, and says how many "9+" are', () => {
  let overlay: [string | null, string] | null = null
  const window = {
    isDestroyed: () => false,
    setOverlayIcon: (image: string | null, text: string) => {
      overlay = [image, text]
    },
  }
  const badge = createBadge({ platform: 'win32', resources: '/r', window: () => window as never })
  badge.again()
  expect(overlay).toBeNull()
  badge.set(12, '12 pendências')
  expect(overlay).toEqual([expect.stringContaining('9plus.png'), '12 pendências'])
  badge.set(14, '14 pendências')
  expect(overlay?.[1]).toBe('14 pendências')
  // Hiding took the button away.
  overlay = null
  badge.set(14, '14 pendências')
  expect(overlay).toBeNull()
  badge.again()
  expect(overlay).toEqual([expect.stringContaining('9plus.png'), '14 pendências'])
  badge.set(0, '')
  expect(overlay).toEqual([null, ''])
})

describe('notices that wait for the start', () => {
  const start = () => {
    let signedIn: boolean | null = null
    let loaded = false
    let tell = () => {}
    const state = whenReady(
      {
        signedIn: () => signedIn,
        loaded: () => loaded,
        onChange(listener) {
          tell = listener
          return () => {
            tell = () => {}
          }
        },
      },
      200,
    )
    return {
      state,
      now(next: boolean | null, known: boolean) {
        signedIn = next
        loaded = known
        tell()
      },
    }
  }
  it('are done once somebody is signed in and what waits is known', async () => {
    const one = start()
    one.now(true, false)
    one.now(true, true)
    await expect(one.state).resolves.toBe('ready')
  })
  it('are not done for nobody, and not for ever', async () => {
    const one = start()
    one.now(false, false)
    await expect(one.state).resolves.toBe('signedOut')
    await expect(start().state).resolves.toBe('late')
  })
})

describe('native notices', () => {
  class Fake extends EventEmitter {
    shown = 0
    gone = 0
    constructor(readonly options: NotificationConstructorOptions) {
      super()
    }
    show = () => {
      this.shown++
    }
    close = () => {
      this.gone++
      this.emit('close', { reason: 'applicationHidden' })
    }
  }
  const desk = (supported = true) => {
    const made: Fake[] = []
    const heard: string[] = []
    let removed = 0
    const notices = createNotices({
      supported: () => supported,
      make(options) {
        const fake = new Fake(options)
        made.push(fake)
        return fake as unknown as NativeNotice
      },
      events: {
        open: key => heard.push(`open ${key}`),
        act: (key, action) => heard.push(`${action} ${key}`),
        reply: (key, text) => heard.push(`reply ${key} ${text}`),
        closed: key => heard.push(`closed ${key}`),
      },
      removeAll: () => removed++,
      icon: null,
      log,
    })
    const content = {
      title: 'Dois aguardam',
      body: '',
      actions: [
        { action: 'accept', text: 'Aceitar' },
        { action: 'snooze', text: 'Adiar' },
      ],
      reply: true,
      urgent: false,
    } as const
    return {
      made,
      heard,
      notices,
      cleared: () => removed,
      show: (key: string) => notices.show(key, content, 'Responda'),
    }
  }

  it('replace the one of the same key and tell nobody that it went', () => {
    const { made, heard, show } = desk()
    show('queue:1')
    show('queue:1')
    expect(made.map(one => one.gone)).toEqual([1, 0])
    expect(made[0]?.options).toMatchObject({ id: 'turno-queue:1', silent: true, hasReply: true })
    expect(heard).toEqual([])
  })

  it('lead to what was pressed, whatever the system calls it', () => {
    const { made, heard, show } = desk()
    show('a')
    made[0]?.emit('click')
    show('b')
    made[1]?.emit('action', { actionIndex: 1 })
    show('c')
    made[2]?.emit('reply', { reply: 'já vou' })
    show('d')
    made[3]?.emit('close', { reason: 'userCanceled' })
    expect(heard).toEqual(['open a', 'snooze b', 'reply c já vou', 'closed d'])
  })

  it('can be pressed after they rest in the notice centre, and after a restart, once', () => {
    const { made, heard, notices, show } = desk()
    show('a')
    made[0]?.emit('close', { reason: 'timedOut' })
    expect(heard).toEqual([])
    made[0]?.emit('click')
    // Windows tells of the same press a second time.
    notices.pressedFromOutside('turno-a')
    notices.pressedFromOutside('turno-ticket:9')
    notices.pressedFromOutside('something-else')
    expect(heard).toEqual(['open a', 'open ticket:9'])
  })

  it('of an earlier run keep their buttons and their field (Windows), once', () => {
    const { heard, notices } = desk()
    notices.pressedFromOutside('turno-waiting', { type: 'action', index: 0 })
    notices.pressedFromOutside('turno-waiting', { type: 'action', index: 0 })
    notices.pressedFromOutside('turno-ticket:7', { type: 'action', index: 1 })
    notices.pressedFromOutside('turno-ticket:9', { type: 'reply', text: 'já vou' })
    notices.pressedFromOutside('turno-ticket:8', { type: 'action', index: 7 })
    expect(heard).toEqual(['accept waiting', 'open ticket:7', 'reply ticket:9 já vou', 'open ticket:8'])
  })

  it('are told of twice, in either order, and done once', () => {
    const { made, heard, notices, show } = desk()
    show('ticket:7')
    notices.pressedFromOutside('turno-ticket:7')
    made[0]?.emit('click')
    // A new one of the same conversation, pressed at once, is another press.
    show('ticket:7')
    made[1]?.emit('click')
    notices.pressedFromOutside('turno-ticket:7')
    expect(heard).toEqual(['open ticket:7', 'open ticket:7'])
  })

  it('of an earlier run are taken over and removed with the rest (macOS)', () => {
    const { heard, notices, cleared } = desk()
    const earlier = new Fake({})
    notices.adopt([Object.assign(earlier, { id: 'turno-waiting' }) as unknown as NativeNotice])
    earlier.emit('action', { actionIndex: 1 })
    expect(heard).toEqual(['snooze waiting'])
    notices.withdrawAll()
    expect(cleared()).toBe(0)
    notices.withdrawEarlier()
    expect(cleared()).toBe(1)
  })

  it('say what became of them', () => {
    const { made, notices, show } = desk()
    expect(notices.outcome().notices).toBe('untried')
    show('a')
    made[0]?.emit('show')
    expect(notices.outcome().notices).toBe('shown')
    show('b')
    made[1]?.emit('failed', {}, 'notifications are disabled')
    expect(notices.outcome()).toEqual({ notices: 'blocked', noticeFailure: 'notifications are disabled' })
    const none = desk(false)
    none.show('a')
    expect(none.made).toEqual([])
    expect(none.notices.outcome().notices).toBe('unsupported')
  })

  it('that the system neither shows nor refuses count as kept back', () => {
    vi.useFakeTimers()
    const { notices, show } = desk()
    show('a')
    vi.advanceTimersByTime(10_000)
    vi.useRealTimers()
    expect(notices.outcome().notices).toBe('blocked')
  })
})

describe('menus', () => {
  const went: string[] = []
  const actions = { go: (path: string) => void went.push(path), reload: () => void went.push('reload') }
  it('exist on macOS and nowhere else, where a lone Alt would open them', () => {
    expect(applicationMenu('win32', actions, menuTexts('pt'))).toBeNull()
    expect(applicationMenu('linux', actions, menuTexts('pt'))).toBeNull()
    const mac = applicationMenu('darwin', actions, menuTexts('es')) ?? []
    expect(mac.map(one => one.label ?? one.role)).toEqual([
      'appMenu',
      'Archivo',
      'Editar',
      'Ver',
      'Ir',
      'Ventana',
    ])
    const go = mac[4]?.submenu
    if (!Array.isArray(go)) throw new Error('no submenu')
    go[0]?.click?.({} as never, undefined, {} as never)
    expect(went).toEqual(['/tickets'])
  })
})

describe('presence', () => {
  it('tells at once of a lock, of a return and of the agent’s own pause', () => {
    let idle = 0
    let lock = () => {}
    let back = (_why: string) => {}
    const presence = watchPresence(
      {
        idleSeconds: () => idle,
        onLock: listener => {
          lock = listener
        },
        onReturn: listener => {
          back = listener
        },
      },
      { idleAfterS: 300, awayAfterS: 90 },
    )
    const told: boolean[] = []
    presence.onChange(value => told.push(value))
    idle = Number.POSITIVE_INFINITY
    lock()
    idle = 0
    back('unlock')
    presence.setPaused(true)
    expect(presence.idleSeconds()).toBe(Number.POSITIVE_INFINITY)
    // Away for colleagues, but the eyes are on the screen.
    expect(presence.away()).toBe(false)
    presence.setPaused(false)
    presence.stop()
    expect(told).toEqual([true, false, true, false])
  })
})
