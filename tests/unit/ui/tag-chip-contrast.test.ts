import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { DARK, LIGHT } from '../../../src/app/theme/palette'
import { contrast, parseHex } from '../../../src/ui/colour'

const css = readFileSync('src/ui/tag-chip.module.css', 'utf8')
const share = (property: string): number =>
  Number(new RegExp(`\\n  ${property}: color-mix\\(in srgb, var\\(--tag\\) (\\d+)%`).exec(css)?.[1]) / 100

const mix = (front: string, back: string, part: number): string => {
  const [a, b] = [parseHex(front), parseHex(back)]
  if (!a || !b) throw new Error('palette must be hex')
  return `#${a
    .map((channel, at) =>
      Math.round(channel * part + (b[at] as number) * (1 - part))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`
}

/** The corners and middles of the colour cube: whatever people choose lies between. */
const LEVELS = ['00', '80', 'ff']
const CHOSEN = LEVELS.flatMap(r => LEVELS.flatMap(g => LEVELS.map(b => `#${r}${g}${b}`)))

describe.each([
  ['light', LIGHT],
  ['dark', DARK],
])('tags in %s', (_name, palette) => {
  it.each(CHOSEN)('%s stays readable', colour => {
    const ground = mix(colour, palette.surface, share('background'))
    const ink = mix(colour, palette.text, share('color'))
    expect(contrast(ink, ground)).toBeGreaterThanOrEqual(4.5)
  })
})
