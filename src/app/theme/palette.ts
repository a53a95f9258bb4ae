/**
 * Every colour of Turno, once. Both modes carry the same members; `css-variables.ts` turns each
 * member into `--c-<kebab-name>` and `antd-theme.ts` feeds Ant Design from the same values. No other file holds a hex
 * colour. Contrast of the pairs really used is measured in tests/unit/theme/contrast.test.ts.
 */
export type ThemeMode = 'light' | 'dark'

export interface Palette {
  /** Ground behind panes. */
  layout: string
  /** Rail and top bar. */
  chrome: string
  /** Panes, lists, cards. */
  surface: string
  /** A step below a pane: table heads, inset fields. */
  sunken: string
  /** Popovers, dialogs, menus. */
  raised: string
  text: string
  /** Secondary text. */
  text2: string
  /** Time and meta; still readable (4.5:1). */
  text3: string
  /** Disabled only. */
  textDisabled: string
  line: string
  lineStrong: string
  /** Border of fields: 3:1 against its ground. */
  lineField: string
  /** Hover and press washes over any ground. */
  hover: string
  press: string
  /** Accent as text, icon or line. */
  accent: string
  accentHover: string
  /** Accent as the ground of a filled control. */
  accentFill: string
  accentFillHover: string
  accentFillPress: string
  onAccent: string
  /** Selected row, chosen tab. */
  accentSoft: string
  accentLine: string
  focus: string
  success: string
  successSoft: string
  warning: string
  warningSoft: string
  error: string
  errorFill: string
  errorFillHover: string
  onError: string
  errorSoft: string
  info: string
  infoSoft: string
  bubbleIn: string
  bubbleOut: string
  /** Quote inside a bubble. */
  bubbleQuote: string
  thread: string
  unread: string
  onUnread: string
  wait1: string
  wait1Soft: string
  wait2: string
  wait2Soft: string
  wait3: string
  wait3Soft: string
  note: string
  noteSoft: string
  noteLine: string
  /** Bar of a ticket without a queue, or whose queue colour is not a colour. */
  queue: string
  /** Read ticks. */
  read: string
  online: string
  /** Text found by a search. */
  found: string
  /** Tooltips. */
  tip: string
  onTip: string
  skeleton: string
  scrim: string
  shadow: string
  /** At an edge beyond which a list goes on. */
  shade: string
  scrollbar: string
}

export const LIGHT: Palette = {
  layout: '#f2f4f5',
  chrome: '#f7f8f9',
  surface: '#ffffff',
  sunken: '#f5f7f8',
  raised: '#ffffff',
  text: '#15191d',
  text2: '#48525a',
  text3: '#5c666e',
  textDisabled: '#9aa3aa',
  line: '#e2e6e9',
  lineStrong: '#ccd2d7',
  lineField: '#838c94',
  hover: 'rgba(21, 31, 41, 0.05)',
  press: 'rgba(21, 31, 41, 0.09)',
  accent: '#0f766e',
  accentHover: '#0b5f59',
  accentFill: '#0f766e',
  accentFillHover: '#0c655e',
  accentFillPress: '#09524c',
  onAccent: '#ffffff',
  accentSoft: '#e3f2f0',
  accentLine: '#9fcfca',
  focus: '#0f766e',
  success: '#1f6f1a',
  successSoft: '#e9f5e7',
  warning: '#854a00',
  warningSoft: '#fdf1da',
  error: '#b3261e',
  errorFill: '#b3261e',
  errorFillHover: '#961d17',
  onError: '#ffffff',
  errorSoft: '#fdeae8',
  info: '#0f5f8a',
  infoSoft: '#e6f2f9',
  bubbleIn: '#eff2f4',
  bubbleOut: '#ddf0ed',
  bubbleQuote: 'rgba(21, 31, 41, 0.06)',
  thread: '#ffffff',
  unread: '#0f766e',
  onUnread: '#ffffff',
  wait1: '#48525a',
  wait1Soft: '#eceff1',
  wait2: '#854a00',
  wait2Soft: '#fcedcf',
  wait3: '#b3261e',
  wait3Soft: '#fde4e1',
  note: '#6f4400',
  noteSoft: '#fdf3dc',
  noteLine: '#e3bd6d',
  queue: '#8a949c',
  read: '#0b7a8f',
  online: '#2f8f29',
  found: '#fbe7a6',
  tip: '#22282e',
  onTip: '#ffffff',
  skeleton: '#e9edef',
  scrim: 'rgba(16, 22, 28, 0.42)',
  shadow: '0 0 0 1px rgba(16, 24, 32, 0.06), 0 8px 24px rgba(16, 24, 32, 0.13)',
  shade: 'rgba(16, 24, 32, 0.1)',
  scrollbar: '#c3cad0',
}

export const DARK: Palette = {
  layout: '#101214',
  chrome: '#131619',
  surface: '#16191d',
  sunken: '#121518',
  raised: '#1d2126',
  text: '#dfe1e3',
  text2: '#abb3ba',
  text3: '#929ba3',
  textDisabled: '#5f6870',
  line: '#2a2d31',
  lineStrong: '#3b4046',
  lineField: '#6d767e',
  hover: 'rgba(226, 236, 244, 0.06)',
  press: 'rgba(226, 236, 244, 0.1)',
  accent: '#2dd4bf',
  accentHover: '#5ce3d1',
  accentFill: '#0d9488',
  accentFillHover: '#10a396',
  accentFillPress: '#0c8a7f',
  onAccent: '#020a09',
  accentSoft: '#13302d',
  accentLine: '#1f5f58',
  focus: '#2dd4bf',
  success: '#7fc974',
  successSoft: '#1a2c19',
  warning: '#efb65a',
  warningSoft: '#32270f',
  error: '#ff8a80',
  errorFill: '#c4382f',
  errorFillHover: '#cd4037',
  onError: '#ffffff',
  errorSoft: '#391c1a',
  info: '#7cc0e8',
  infoSoft: '#14283a',
  bubbleIn: '#22272c',
  bubbleOut: '#143733',
  bubbleQuote: 'rgba(226, 236, 244, 0.07)',
  thread: '#16191d',
  unread: '#2dd4bf',
  onUnread: '#04211d',
  wait1: '#abb3ba',
  wait1Soft: '#262b30',
  wait2: '#efb65a',
  wait2Soft: '#33280f',
  wait3: '#ff8a80',
  wait3Soft: '#3c1d1a',
  note: '#efc777',
  noteSoft: '#2b2414',
  noteLine: '#6a5322',
  queue: '#737d85',
  read: '#5cc8e6',
  online: '#6cc261',
  found: '#57481a',
  tip: '#343a41',
  onTip: '#f0f2f3',
  skeleton: '#23282d',
  scrim: 'rgba(4, 6, 8, 0.62)',
  shadow: '0 0 0 1px rgba(255, 255, 255, 0.08), 0 8px 24px rgba(0, 0, 0, 0.5)',
  shade: 'rgba(0, 0, 0, 0.6)',
  scrollbar: '#3d444b',
}

export const PALETTES: Record<ThemeMode, Palette> = { light: LIGHT, dark: DARK }
