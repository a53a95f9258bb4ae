import { existsSync, readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { leadOn, passedOn } from '../../../scripts/lib/direct-imports.mjs'

const SRC = join(import.meta.dirname, '../../../src')
const isFile = (path: string): boolean => existsSync(path) && statSync(path).isFile()
const moduleAt = (path: string): string | undefined =>
  ['', '.ts', '.tsx', '/index.ts', '/index.tsx'].map(end => path + end).find(isFile)

const indexOf = (room: string) => {
  const file = moduleAt(join(SRC, room, 'index'))
  return file ? passedOn(readFileSync(file, 'utf8'), room) : new Map()
}

/** What a module takes in when it is loaded: names of packages, and paths of our own. Types are not taken in. */
function takenIn(file: string): string[] {
  const code = readFileSync(file, 'utf8').replace(/\/\*[\s\S]*?\*\//g, '')
  const led = (leadOn(code, indexOf) ?? code).replaceAll(/; (?=import|export)/g, '\n')
  return [...led.matchAll(/^(?:import|export)\s+(?!type\b)(?:[^'"]*?\sfrom\s+)?['"]([^'"]+)['"]/gm)].map(
    ([, from = '']) => from,
  )
}

/** Pieces of Ant Design that no first screen draws: forms, pickers and what stands in dialogs. */
const DRAWN_LATER =
  /\b(?:AutoComplete|ColorPicker|DatePicker|Drawer|Form|InputNumber|Select|Slider|Table|TimePicker|Upload)\b/
const drawsLater = (module: string): boolean =>
  [...readFileSync(join(SRC, module), 'utf8').matchAll(/^import (?!type)\{([^}]*)\} from 'antd'/gm)].some(
    ([, names = '']) => DRAWN_LATER.test(names.replaceAll(/type \w+/g, '')),
  )

/** Packages and modules of ours (below src) that are loaded before the first page does anything. */
function loadedWith(entry: string): { packages: Set<string>; modules: Set<string> } {
  const modules = new Set([join(SRC, entry)])
  const packages = new Set<string>()
  for (const file of modules) {
    if (!/\.tsx?$/.test(file)) continue
    for (const from of takenIn(file)) {
      const own = from.startsWith('@/')
        ? join(SRC, from.slice(2))
        : from.startsWith('.')
          ? join(dirname(file), from)
          : null
      const found = own && moduleAt(own)
      if (found) modules.add(found)
      else if (!own && from !== '@contract') packages.add(/^(?:@[^/]+\/)?[^/]+/.exec(from)?.[0] ?? from)
    }
  }
  return {
    packages,
    modules: new Set([...modules].map(file => file.slice(SRC.length + 1).replaceAll('\\', '/'))),
  }
}

const LATE = [
  'qrcode',
  'papaparse',
  'emoji-picker-react',
  '@ant-design/charts',
  '@fullcalendar/react',
  '@dnd-kit/core',
  '@e965/xlsx',
  'lamejs',
]
const screensOf = (modules: ReadonlySet<string>): string[] =>
  [...modules].filter(one => /-screen\.tsx$/.test(one)).sort()

describe('the first page', () => {
  const { packages, modules } = loadedWith('main.tsx')

  it('loads what it draws with, no screen, and nothing of the console', () => {
    expect([...packages]).toEqual(expect.arrayContaining(['react', 'react-dom', 'antd', 'zustand']))
    expect(screensOf(modules)).toEqual([])
    const rooms = [...modules].filter(one =>
      /^features\/(?:tickets|thread|composer|contact-drawer)\//.test(one),
    )
    expect(rooms).toEqual([])
    for (const late of [...LATE, 'virtua', 'linkify-it']) expect(packages, late).not.toContain(late)
  })
})

describe('the console', () => {
  const { packages, modules } = loadedWith('app/console.tsx')

  it('loads the screen people work on, and no package that only another one needs', () => {
    expect(screensOf(modules)).toEqual(['app/attendance-screen.tsx', 'features/tickets/tickets-screen.tsx'])
    expect(packages).toContain('virtua')
    for (const late of LATE) expect(packages, late).not.toContain(late)
  })

  it('leaves what stands beside a conversation to the first one that is opened', () => {
    const beside = [...modules].filter(one => one.startsWith('features/contact-drawer/'))
    expect(beside).toEqual(['features/contact-drawer/index.ts'])
    // But what a page of messages brings along is heard from the first one on.
    expect(modules).toContain('stores/contact-panel.ts')
  })

  it('leaves forms, pickers and calendars to the dialogs that are opened', () => {
    expect([...modules].filter(one => /\.tsx$/.test(one) && drawsLater(one))).toEqual([])
  })
})
