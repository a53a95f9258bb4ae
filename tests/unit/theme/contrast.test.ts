import { describe, expect, it } from 'vitest'
import { variablesSheet } from '../../../src/app/theme/css-variables'
import { DARK, LIGHT, type Palette } from '../../../src/app/theme/palette'
import { contrast, parseHex } from '../../../src/ui/colour'

type Pair = readonly [front: keyof Palette, back: keyof Palette]

/** Pairs of text really drawn on top of each other. */
const TEXT: Pair[] = [
  ...(
    [
      'layout',
      'chrome',
      'surface',
      'sunken',
      'raised',
      'thread',
      'bubbleIn',
      'bubbleOut',
      'accentSoft',
    ] as const
  ).flatMap((back): Pair[] => [
    ['text', back],
    ['text2', back],
    ['text3', back],
  ]),
  ...(
    ['layout', 'chrome', 'surface', 'sunken', 'raised', 'accentSoft', 'bubbleIn', 'bubbleOut'] as const
  ).map(back => ['accent', back] as Pair),
  ['onAccent', 'accentFill'],
  ['onAccent', 'accentFillHover'],
  ['onAccent', 'accentFillPress'],
  ['onError', 'errorFill'],
  ['onError', 'errorFillHover'],
  ['onUnread', 'unread'],
  ['wait1', 'wait1Soft'],
  ['wait2', 'wait2Soft'],
  ['wait3', 'wait3Soft'],
  ['note', 'noteSoft'],
  ['text', 'noteSoft'],
  ['text2', 'noteSoft'],
  ['success', 'surface'],
  ['success', 'successSoft'],
  ['warning', 'surface'],
  ['warning', 'warningSoft'],
  ['error', 'surface'],
  ['error', 'raised'],
  ['error', 'chrome'],
  ['error', 'errorSoft'],
  ['text', 'errorSoft'],
  ['text', 'warningSoft'],
  ['info', 'infoSoft'],
  ['text', 'found'],
  ['onTip', 'tip'],
]

/** Lines, icons and dots: 3:1. */
const GRAPHIC: Pair[] = [
  ['lineField', 'surface'],
  ['lineField', 'raised'],
  ['lineField', 'layout'],
  ['focus', 'surface'],
  ['focus', 'layout'],
  ['focus', 'raised'],
  ['focus', 'chrome'],
  ['read', 'bubbleOut'],
  ['online', 'surface'],
  ['unread', 'surface'],
]

describe.each([
  ['light', LIGHT],
  ['dark', DARK],
])('%s palette', (_name, palette) => {
  it.each(TEXT)('%s on %s reads (4.5:1)', (front, back) => {
    expect(contrast(palette[front], palette[back])).toBeGreaterThanOrEqual(4.5)
  })
  it.each(GRAPHIC)('%s on %s is seen (3:1)', (front, back) => {
    expect(contrast(palette[front], palette[back])).toBeGreaterThanOrEqual(3)
  })
})

describe('contrast', () => {
  it('knows the ends of the scale', () => {
    expect(contrast('#000', '#ffffff')).toBeCloseTo(21, 5)
    expect(contrast('#123456', '#123456')).toBe(1)
    expect(contrast('#1677ff', '#fff')).toBeCloseTo(4.1, 1)
  })
  it('refuses what is not a colour', () => {
    expect(parseHex('red; background:url(x)')).toBeNull()
    expect(() => contrast('teal', '#fff')).toThrow(RangeError)
  })
})

describe('variables sheet', () => {
  it('names every colour in both modes by one rule', () => {
    const sheet = variablesSheet()
    for (const name of [
      '--c-wait-2-soft:',
      '--c-bubble-in:',
      '--c-text-3:',
      '--c-on-accent:',
      '--c-accent-fill-hover:',
    ])
      expect(sheet.split(name)).toHaveLength(3)
    expect(sheet).toContain('--m-space-4:16px')
  })
})
