import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { antdTheme } from '@/app/theme'
import { variablesSheet } from '@/app/theme/css-variables'

const sources = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .filter(file => /\.tsx?$/.test(file))
  .map(file => readFileSync(join('src', file), 'utf8'))

const imported = new Set(
  sources.flatMap(text =>
    [...text.matchAll(/import \{([^}]*)\} from 'antd'/g)].flatMap(([, names = '']) =>
      names.split(',').flatMap(name => {
        const [piece = ''] = name.trim().split(' as ')
        return piece === '' || piece.startsWith('type ') ? [] : [piece]
      }),
    ),
  ),
)

it.each(['light', 'dark'] as const)('names only pieces that are used, %s', mode => {
  const themed = Object.keys(antdTheme(mode, false).components ?? {})
  expect(imported.size).toBeGreaterThan(15)
  expect(themed.length).toBeGreaterThan(5)
  expect(themed.filter(piece => !imported.has(piece))).toEqual([])
})

it('starts no transition where people want no motion: what opens is measured where it stands', () => {
  const base = readFileSync('src/app/theme/base.css', 'utf8')
  const still = base.slice(base.indexOf('@media (prefers-reduced-motion: reduce)'))
  expect(still).toMatch(/transition-duration: 0s;/)
  expect(still).not.toMatch(/transition-duration: 0?\.\d/)
})

it('has every colour and size that style sheets and screens ask for', () => {
  const known = new Set([...variablesSheet().matchAll(/(--[cm]-[\w-]+):/g)].map(([, name]) => name))
  const asked = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter(file => /\.(css|tsx?)$/.test(file))
    .flatMap(file =>
      [...readFileSync(join('src', file), 'utf8').matchAll(/var\((--[cm]-[\w-]+)/g)].map(
        ([, name]) => `${file}: ${name}`,
      ),
    )
  expect(asked.length).toBeGreaterThan(500)
  expect(asked.filter(one => !known.has(one.split(': ')[1]))).toEqual([])
})
