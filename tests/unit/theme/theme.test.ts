import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { antdTheme, applyTextSize } from '@/app/theme'
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

it('lets every text follow the size a person chose: pixels are for pictures made of letters alone', () => {
  const fixed = readdirSync('src', { recursive: true, encoding: 'utf8' })
    .filter(file => file.endsWith('.css'))
    .flatMap(file =>
      [...readFileSync(join('src', file), 'utf8').matchAll(/([^{}]*)\{([^{}]*)\}/g)].flatMap(
        ([, selector = '', rule = '']) =>
          /font(?:-size)?:[^;]*?\d+px(?: ?\/|;)/.test(rule) ? [`${file}: ${selector.trim()}`] : [],
      ),
    )
  expect(fixed.filter(one => !/emoji\d?$/.test(one))).toEqual([])
})

it('writes the chosen text size where style sheets read it, and takes it back', () => {
  const written = new Map<string, string>()
  const style = {
    setProperty: (name: string, value: string) => void written.set(name, value),
    removeProperty: (name: string) => void written.delete(name),
  }
  const root = { style } as unknown as HTMLElement
  applyTextSize(16, root)
  expect(Object.fromEntries(written)).toEqual({
    '--m-text': '16px',
    '--m-line-text': '24px',
    '--m-text-small': '15px',
    '--m-line-small': '22px',
    '--m-text-name': '18px',
    '--m-text-meta': '13px',
    '--m-line-meta': '17px',
  })
  applyTextSize(13, root)
  expect(written.get('--m-text-meta')).toBe('12px')
  applyTextSize(14, root)
  expect(written.size).toBe(0)
})
