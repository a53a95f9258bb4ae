/** The fixed palette of queues: fifty colours that are told apart and seen on both themes. */
import { QUEUE_PALETTE, queueForm } from '@contract'
import { describe, expect, it } from 'vitest'
import { BOT_QUEUE } from '../../../electron/demo/company/administration'
import { QUEUES } from '../../../electron/demo/company/company'
import { DARK, LIGHT } from '../../../src/app/theme/palette'
import { contrast, parseHex } from '../../../src/ui/colour'

/** CIELAB of a hex colour under D65. */
function lab(hex: string): [number, number, number] {
  const linear = (parseHex(hex) ?? [0, 0, 0]).map(value => {
    const share = value / 255
    return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4
  })
  const [r, g, b] = linear as [number, number, number]
  const f = (t: number): number => (t > 216 / 24_389 ? Math.cbrt(t) : ((24_389 / 27) * t + 16) / 116)
  const x = f((0.4124564 * r + 0.3575761 * g + 0.1804375 * b) / 0.95047)
  const y = f(0.2126729 * r + 0.7151522 * g + 0.072175 * b)
  const z = f((0.0193339 * r + 0.119192 * g + 0.9503041 * b) / 1.08883)
  return [116 * y - 16, 500 * (x - y), 200 * (y - z)]
}

const difference = (one: readonly number[], two: readonly number[]): number =>
  Math.hypot(...one.map((value, at) => value - (two[at] ?? 0)))

describe('the palette of queues', () => {
  it('has fifty colours that the form of a queue takes', () => {
    expect(new Set(QUEUE_PALETTE).size).toBe(50)
    for (const color of QUEUE_PALETTE) expect(queueForm.shape.color.parse(color)).toBe(color)
  })

  it('has no two colours that look alike', () => {
    const labs = QUEUE_PALETTE.map(lab)
    const close = labs.flatMap((one, at) =>
      labs
        .slice(at + 1)
        .flatMap((two, by) =>
          difference(one, two) < 10 ? [`${QUEUE_PALETTE[at]} and ${QUEUE_PALETTE[at + 1 + by]}`] : [],
        ),
    )
    expect(close).toEqual([])
  })

  it.each([
    ['light', LIGHT],
    ['dark', DARK],
  ])('stands out from every ground of the %s theme', (_name, theme) => {
    const faint = QUEUE_PALETTE.flatMap(color =>
      (['layout', 'chrome', 'surface', 'sunken', 'raised'] as const).flatMap(ground =>
        contrast(color, theme[ground]) < 3 ? [`${color} on ${ground}`] : [],
      ),
    )
    expect(faint).toEqual([])
  })
})

it('holds the colours of the demo, too: its forms show no colour beside the fifty', () => {
  expect(
    [...QUEUES, BOT_QUEUE].filter(({ color }) => !(QUEUE_PALETTE as readonly string[]).includes(color)),
  ).toEqual([])
})
