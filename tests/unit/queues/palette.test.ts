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

/** CIEDE2000 (Sharma, Wu, Dalal 2005). */
function difference(one: readonly number[], two: readonly number[]): number {
  const [l1 = 0, a1 = 0, b1 = 0] = one
  const [l2 = 0, a2 = 0, b2 = 0] = two
  const rad = Math.PI / 180
  const mean = (Math.hypot(a1, b1) + Math.hypot(a2, b2)) / 2
  const g = 0.5 * (1 - Math.sqrt(mean ** 7 / (mean ** 7 + 25 ** 7)))
  const [x1, x2] = [a1 * (1 + g), a2 * (1 + g)]
  const [c1, c2] = [Math.hypot(x1, b1), Math.hypot(x2, b2)]
  const hue = (b: number, a: number): number => (Math.atan2(b, a) / rad + 360) % 360
  const [h1, h2] = [hue(b1, x1), hue(b2, x2)]
  const turn = c1 * c2 === 0 ? 0 : ((h2 - h1 + 540) % 360) - 180
  const dH = 2 * Math.sqrt(c1 * c2) * Math.sin((turn / 2) * rad)
  const h = c1 * c2 === 0 ? h1 + h2 : (h1 + turn / 2 + 360) % 360
  const [l, c] = [(l1 + l2) / 2, (c1 + c2) / 2]
  const t =
    1 -
    0.17 * Math.cos((h - 30) * rad) +
    0.24 * Math.cos(2 * h * rad) +
    0.32 * Math.cos((3 * h + 6) * rad) -
    0.2 * Math.cos((4 * h - 63) * rad)
  const sl = 1 + (0.015 * (l - 50) ** 2) / Math.sqrt(20 + (l - 50) ** 2)
  const [sc, sh] = [1 + 0.045 * c, 1 + 0.015 * c * t]
  const rt =
    -Math.sin(60 * Math.exp(-(((h - 275) / 25) ** 2)) * rad) * 2 * Math.sqrt(c ** 7 / (c ** 7 + 25 ** 7))
  const [dl, dc, dh] = [(l2 - l1) / sl, (c2 - c1) / sc, dH / sh]
  return Math.sqrt(dl ** 2 + dc ** 2 + dh ** 2 + rt * dc * dh)
}

describe('the palette of queues', () => {
  it('has fifty colours that the form of a queue takes', () => {
    expect(new Set(QUEUE_PALETTE).size).toBe(50)
    for (const color of QUEUE_PALETTE) expect(queueForm.shape.color.parse(color)).toBe(color)
  })

  it('measures as published pairs do', () => {
    expect(difference([50, 2.6772, -79.7751], [50, 0, -82.7485])).toBeCloseTo(2.0425, 3)
    expect(difference([22.7233, 20.0904, -46.694], [23.0331, 14.973, -42.5619])).toBeCloseTo(2.0373, 3)
    expect(difference([50, 2.5, 0], [61, -5, 29])).toBeCloseTo(22.8977, 3)
  })

  it('has no two colours that look alike', () => {
    const labs = QUEUE_PALETTE.map(lab)
    const close = labs.flatMap((one, at) =>
      labs
        .slice(at + 1)
        .flatMap((two, by) =>
          difference(one, two) < 11 ? [`${QUEUE_PALETTE[at]} and ${QUEUE_PALETTE[at + 1 + by]}`] : [],
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
