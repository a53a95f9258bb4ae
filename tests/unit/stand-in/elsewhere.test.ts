/** The stand-in is no kinder than Electron: what electron.d.ts has on some systems only, it refuses on the others. */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import { ONLY_ON } from '../../../scripts/stand-in/host/elsewhere'
import { NotInStandIn, refusing } from '../../../scripts/stand-in/host/refusing'

const folder = dirname(createRequire(import.meta.url).resolve('electron/package.json'))
const types = readFileSync(join(folder, 'electron.d.ts'), 'utf8')

/** Members of an interface or class that are marked with `@platform`, and the systems they name. */
function restricted(kind: string): Map<string, string[]> {
  const from = types.search(new RegExp(`^  (?:class|interface) ${kind} extends`, 'm'))
  const body = types.slice(from, types.indexOf('\n  }\n', from))
  const found = [...body.matchAll(/@platform ([\w,]+)\n\s*\*\/\n\s*(?:static |readonly )*(\w+)[(?:<]/g)]
  return new Map(found.map(([, systems = '', name = '']) => [name, systems.split(',').sort()]))
}
const offered = (file: string): string => readFileSync(`scripts/stand-in/host/${file}.ts`, 'utf8')

it.each([
  ['app', 'App', ['app']],
  ['BrowserWindow', 'BrowserWindow', ['browser-window', 'window-shape']],
  ['Notification', 'Notification', ['notification']],
  ['Tray', 'Tray', ['tray']],
  ['nativeTheme', 'NativeTheme', ['surroundings']],
  ['systemPreferences', 'SystemPreferences', ['surroundings']],
] as const)('lists every such member it offers: %s', (name, kind, files) => {
  const source = files.map(offered).join('\n')
  const wanted = [...restricted(kind)].filter(
    ([member]) =>
      member !== 'dock' &&
      !['on', 'once', 'off', 'addListener', 'removeListener'].includes(member) &&
      new RegExp(`^  (?:readonly |get |set |async )*${member}(?:\\(| =|:)`, 'm').test(source),
  )
  const listed = Object.entries({ ...ONLY_ON[name], ...ONLY_ON[`${name} class`] }).map(
    ([member, systems]) => [member, [...systems].sort()],
  )
  expect(Object.fromEntries(listed)).toEqual(Object.fromEntries(wanted))
  expect(wanted.length).toBeGreaterThan(0)
})

it('lets nobody at what Electron gives out only when it is ready', () => {
  let ready = false
  const screen = refusing('screen', { getCursorScreenPoint: () => ({ x: 0, y: 0 }) }, [], () => {
    if (!ready) throw new Error('too early')
  })
  expect(() => screen.getCursorScreenPoint()).toThrow('too early')
  ready = true
  expect(screen.getCursorScreenPoint()).toEqual({ x: 0, y: 0 })
})

it('throws by name on the other systems', () => {
  const app = refusing('app', {
    setJumpList: () => 1,
    show: () => 2,
    quit: () => 3,
  })
  expect(app.quit()).toBe(3)
  if (process.platform !== 'win32') expect(() => app.setJumpList).toThrow(NotInStandIn)
  if (process.platform !== 'darwin') expect(() => app.show()).toThrow('darwin only')
})
