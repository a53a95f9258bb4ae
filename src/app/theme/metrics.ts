/** Sizes of Turno: a 4 px grid, two radii, three text sizes and two headings. Pixels. */
export const METRICS = {
  space1: 4,
  space2: 8,
  space3: 12,
  space4: 16,
  space5: 20,
  space6: 24,
  space7: 28,
  space8: 32,
  radius: 6,
  radiusLarge: 8,
  radiusJoin: 2,
  textMeta: 12,
  textSmall: 13,
  text: 14,
  textName: 16,
  textTitle: 20,
  lineMeta: 16,
  lineSmall: 18,
  lineText: 20,
  rail: 56,
  railOpen: 220,
  bar: 48,
  tableRow: 44,
  avatar: 40,
  control: 32,
  controlSmall: 26,
  /** Words of 60 to 70 letters and the padding of the bubble. */
  bubbleMax: 480,
  /** The column of a conversation: on a wide screen both sides stay within one look. */
  threadMax: 960,
} as const

export const FONT_FAMILY =
  "'Inter Variable', Inter, system-ui, -apple-system, 'Segoe UI', Roboto, 'Noto Sans', 'Liberation Sans', sans-serif"
export const FONT_MONO =
  "ui-monospace, 'SF Mono', 'Cascadia Mono', 'DejaVu Sans Mono', Menlo, Consolas, monospace"
