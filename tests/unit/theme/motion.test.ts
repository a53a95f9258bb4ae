/** How long things move (docs/look.md section 2): 120 to 200 ms by the variables of the theme, and what takes longer says why. */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { antdTheme } from '@/app/theme'
import { variablesSheet } from '@/app/theme/css-variables'
import { MOTION } from '@/ui/motion'

/** What explains nothing but tells that something goes on, or fades from a place that was asked for. By file and animation. */
const LONGER: Record<string, string> = {
  'features/first-run/first-run.module.css turn':
    'a sign that something is being prepared turns while it lasts',
  'features/thread/media/media.module.css turn': 'a sign that a file is under way turns while it lasts',
  'features/recorder/recorder.module.css pulse': 'the light of a recording goes on while it lasts',
  'features/thread/thread-row.module.css flash':
    'a message that was asked for stays marked until the eye has found it',
  'features/connections/qr.module.css stroke-dashoffset':
    'a clock that runs down goes evenly from one figure to the next',
  'app/theme/base.css 0.01ms': 'where people want no motion, what waits for its end still hears of it',
  'app/theme/base.css 0s': 'where people want no motion there is none',
}

const OURS = /^var\(--m-motion(?:-move)?\)$/
const TIME = /^(?:[\d.]+m?s|var\(--m-motion[\w-]*\))$/

/** Parts of a list of values; a comma or blank within parentheses parts nothing. */
function parted(text: string, by: RegExp): string[] {
  let depth = 0
  const parts = ['']
  for (const letter of text.trim()) {
    if (letter === '(') depth += 1
    if (letter === ')') depth -= 1
    if (depth === 0 && by.test(letter)) parts.push('')
    else parts[parts.length - 1] += letter
  }
  return parts.map(part => part.trim()).filter(Boolean)
}

/** The name of what moves and how long, of everything a sheet moves. */
function durations(sheet: string): { name: string; duration: string }[] {
  const bare = sheet.replace(/\/\*[\s\S]*?\*\//g, '')
  return [...bare.matchAll(/(?<![\w-])(?:transition|animation)(?:-duration)?:\s*([^;}]+)/g)].flatMap(
    ([, value = '']) =>
      parted(value, /,/)
        .filter(one => one !== 'none')
        .flatMap(one => {
          const words = parted(one, /\s/)
          const duration = words.find(word => TIME.test(word))
          return duration === undefined ? [] : [{ name: words[0] as string, duration }]
        }),
  )
}

const sheets = readdirSync('src', { recursive: true, encoding: 'utf8' })
  .map(file => file.replaceAll('\\', '/'))
  .filter(file => file.endsWith('.css'))
  .map(file => ({ file, found: durations(readFileSync(join('src', file), 'utf8')) }))

describe('the times of motion', () => {
  it('lie between 120 and 200 ms', () => {
    for (const ms of Object.values(MOTION)) {
      expect(ms).toBeGreaterThanOrEqual(120)
      expect(ms).toBeLessThanOrEqual(200)
    }
  })

  it('are the only ones of the library’s pieces too', () => {
    const { token = {} } = antdTheme('light', false)
    const times = Object.entries(token).filter(([name]) => name.startsWith('motionDuration'))
    expect(times).toHaveLength(3)
    for (const [, time] of times) expect(Object.values(MOTION).map(ms => `${ms / 1000}s`)).toContain(time)
    expect(antdTheme('light', true).token?.motion).toBe(false)
  })

  it('are gone where people want no motion', () => {
    const still = variablesSheet().split('prefers-reduced-motion: reduce')[1]
    for (const name of ['--m-motion', '--m-motion-move']) expect(still).toContain(`${name}:0ms;`)
  })

  it('are those of the theme in every style sheet, but where a longer one has a reason', () => {
    expect(sheets.flatMap(({ found }) => found).length).toBeGreaterThan(30)
    const met = new Set<string>()
    const refused = sheets.flatMap(({ file, found }) =>
      found
        .filter(({ duration }) => !OURS.test(duration))
        .filter(({ name }) => {
          const key = `${file} ${name}`
          met.add(key)
          return LONGER[key] === undefined
        })
        .map(({ name, duration }) => `${file}: ${name} ${duration}`),
    )
    expect(refused).toEqual([])
    // A reason that nothing needs any more goes.
    expect(Object.keys(LONGER).filter(key => !met.has(key))).toEqual([])
  })

  it('are found wherever a sheet can write them', () => {
    expect(
      durations(
        '.a { transition: opacity 300ms, transform var(--m-motion) 10ms; animation: turn cubic-bezier(0, 1, 0, 1) 1s; transition-duration: 2s }',
      ),
    ).toEqual([
      { name: 'opacity', duration: '300ms' },
      { name: 'transform', duration: 'var(--m-motion)' },
      { name: 'turn', duration: '1s' },
      { name: '2s', duration: '2s' },
    ])
  })
})
