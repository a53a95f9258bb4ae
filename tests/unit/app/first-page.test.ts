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

describe('the first page', () => {
  const { packages, modules } = loadedWith('main.tsx')

  it('loads what it draws with, and no package that one screen needs', () => {
    expect([...packages]).toEqual(expect.arrayContaining(['react', 'react-dom', 'antd', 'zustand']))
    for (const late of [
      'qrcode',
      'papaparse',
      'emoji-picker-react',
      '@ant-design/charts',
      '@fullcalendar/react',
      '@dnd-kit/core',
      '@e965/xlsx',
      'lamejs',
    ])
      expect(packages, late).not.toContain(late)
  })

  it('loads no screen but its own', () => {
    const screens = [...modules].filter(one => /-screen\.tsx$/.test(one)).sort()
    expect(screens).toEqual(['app/attendance-screen.tsx', 'features/tickets/tickets-screen.tsx'])
  })
})
