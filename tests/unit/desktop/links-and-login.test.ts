import { EventEmitter } from 'node:events'
import { existsSync, mkdtempSync, readFileSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { App } from 'electron'
import { describe, expect, it } from 'vitest'
import { collectLinks, registerScheme } from '../../../electron/main/deep-links/deep-links'
import { linkAmong, pathOfLink } from '../../../electron/main/deep-links/links'
import { createLog } from '../../../electron/main/log/log'
import {
  applyStartAtLogin,
  autostartFile,
  desktopEntry,
  followProgram,
  startsMinimised,
} from '../../../electron/main/system/start-at-login'
import { staysOpen } from '../../../electron/main/windows/close-to-tray'

const UUID = '6f2b1c9e-8a4d-4f6e-9c3b-2d1e0f9a8b7c'
const log = createLog(() => undefined)

describe('addresses', () => {
  it.each([
    [`turno://ticket/${UUID}`, `/tickets/${UUID}`],
    [`TURNO://ticket/${UUID.toUpperCase()}`, `/tickets/${UUID}`],
    [`turno://ticket/${UUID}/`, `/tickets/${UUID}`],
    ['turno://tickets', '/tickets'],
    ['turno://settings', '/settings'],
  ])('%s means %s', (link, path) => expect(pathOfLink(link)).toBe(path))

  it.each([
    'turno://ticket/17',
    `turno://ticket/${UUID}/../../settings?x=1`,
    `turno://ticket/${UUID}#x`,
    `turno://user@ticket/${UUID}`,
    `turno://ticket:80/${UUID}`,
    'turno://login',
    'turno://__proto__',
    'https://ticket/x',
    `turno://ticket/${'a'.repeat(400)}`,
    'turno:',
  ])('%s means nothing', link => expect(pathOfLink(link)).toBeNull())

  it('are found among the arguments of a start', () => {
    expect(linkAmong(['/opt/turno/turno', '--flag', `turno://ticket/${UUID}`])).toBe(`/tickets/${UUID}`)
    expect(linkAmong(['/opt/turno/turno', 'ticket'])).toBeNull()
  })

  it('that come before there is a window wait for it; later ones go straight through', () => {
    const app = new EventEmitter() as unknown as App
    const links = collectLinks(app, [], log)
    let prevented = 0
    const event = { preventDefault: () => prevented++ }
    app.emit('open-url', event, `turno://ticket/${UUID}`)
    expect(links.takeFirst()).toBe(`/tickets/${UUID}`)
    expect(links.takeFirst()).toBeNull()
    const opened: string[] = []
    links.follow(path => opened.push(path))
    app.emit('open-url', event, 'turno://nowhere')
    app.emit('second-instance', {}, ['turno', 'turno://contacts'])
    expect(opened).toEqual(['/contacts'])
    expect(prevented).toBe(2)
  })

  it('are taken from the system only by an installed program', () => {
    const asked: string[] = []
    const app = (isPackaged: boolean) =>
      ({ isPackaged, setAsDefaultProtocolClient: (name: string) => asked.push(name) > 0 }) as unknown as App
    registerScheme(app(false), log)
    registerScheme(app(true), log)
    expect(asked).toEqual(['turno'])
  })
})

describe('start at login', () => {
  /** The folder an AppImage is mounted at is the one its program runs in. */
  const APPDIR = dirname(process.execPath)
  const settings: unknown[] = []
  const app = {
    isPackaged: true,
    getAppPath: () => '/app',
    setLoginItemSettings: (value: unknown) => settings.push(value),
    getLoginItemSettings: () => ({ wasOpenedAtLogin: true }),
  } as unknown as App

  it('is a file of the desktop on Linux, gone when switched off', () => {
    const env = {
      XDG_CONFIG_HOME: mkdtempSync(join(tmpdir(), 'turno-login-')),
      APPIMAGE: '/home/ana/Turno 1.AppImage',
      APPDIR,
    }
    applyStartAtLogin('minimised', { app, platform: 'linux', env, log })
    const file = autostartFile(env)
    expect(readFileSync(file, 'utf8')).toContain('Exec="/home/ana/Turno 1.AppImage" "--minimised"')
    applyStartAtLogin('off', { app, platform: 'linux', env, log })
    expect(existsSync(file)).toBe(false)
  })

  it('follows an AppImage whose update has another name, and keeps what the person changed', () => {
    const folder = mkdtempSync(join(tmpdir(), 'turno-login-'))
    const env = (version: string) => ({
      XDG_CONFIG_HOME: folder,
      APPIMAGE: `/opt/Turno-${version}.AppImage`,
      APPDIR,
    })
    const deps = (version: string) => ({ app, platform: 'linux', env: env(version), log }) as const
    applyStartAtLogin('minimised', deps('1'))
    const file = autostartFile(env('1'))
    writeFileSync(file, `${readFileSync(file, 'utf8')}X-Own=1\n`)
    followProgram('minimised', deps('2'))
    expect(readFileSync(file, 'utf8')).toContain('Exec="/opt/Turno-2.AppImage" "--minimised"')
    expect(readFileSync(file, 'utf8')).toContain('X-Own=1')
    // Removed in the desktop's own settings: it does not come back by itself.
    applyStartAtLogin('off', deps('2'))
    followProgram('on', deps('3'))
    expect(existsSync(file)).toBe(false)
  })

  it('names the program itself where the image is that of whoever started it', () => {
    const env = {
      XDG_CONFIG_HOME: mkdtempSync(join(tmpdir(), 'turno-login-')),
      APPIMAGE: '/home/ana/Launcher.AppImage',
      APPDIR: '/tmp/.mount_launcher',
    }
    applyStartAtLogin('on', { app, platform: 'linux', env, log })
    expect(readFileSync(autostartFile(env), 'utf8')).toContain(`Exec="${process.execPath}"`)
  })

  it('quotes what a shell would read otherwise', () => {
    expect(desktopEntry(['/opt/a"b$c%d'])).toContain('Exec="/opt/a\\\\"b\\\\$c%%d"')
  })

  it.each(['win32', 'darwin'] as const)('is the system’s own setting on %s', platform => {
    settings.length = 0
    applyStartAtLogin('minimised', { app, platform, env: {}, log })
    applyStartAtLogin('off', { app, platform, env: {}, log })
    expect(settings).toMatchObject([
      { openAtLogin: true, args: ['--minimised'] },
      { openAtLogin: false, args: [] },
    ])
  })

  it('leaves the window in the tray when asked to', () => {
    expect(startsMinimised('on', ['turno', '--minimised'], app, 'linux')).toBe(true)
    expect(startsMinimised('minimised', ['turno'], app, 'linux')).toBe(false)
    // macOS passes no arguments: it says that it was the login that started the program.
    expect(startsMinimised('minimised', ['turno'], app, 'darwin')).toBe(true)
    expect(startsMinimised('on', ['turno'], app, 'darwin')).toBe(false)
  })
})

describe('closing the window', () => {
  it.each([
    ['installed, with a tray', null, 'win32', true, 'electron', true],
    ['installed, without a tray', null, 'linux', false, 'electron', false],
    ['wished for, without a tray', true, 'linux', false, 'electron', false],
    ['not wished for', false, 'win32', true, 'electron', false],
    ['in a browser', null, 'linux', true, 'stand-in', false],
    ['macOS', null, 'darwin', false, 'electron', true],
    ['macOS, not wished for', false, 'darwin', true, 'electron', false],
  ] as const)('%s', (_what, choice, platform, tray, host, stays) =>
    expect(staysOpen(choice, { platform, tray, host })).toBe(stays),
  )
})
