/** Turns palette and metrics into the CSS variables that every style sheet of Turno uses. */
import { EASE, MOTION } from '@/ui/motion'
import { FONT_FAMILY, FONT_MONO, METRICS } from './metrics'
import { PALETTES, type Palette, type ThemeMode } from './palette'

const kebab = (name: string): string =>
  name
    .replace(/([a-z])([A-Z])/g, '$1-$2')
    .replace(/([a-zA-Z])(\d)/g, '$1-$2')
    .toLowerCase()

/** `wait2Soft` -> `--c-wait-2-soft`, the name a style sheet uses for that member. */
const colourVariable = (name: keyof Palette): string => `--c-${kebab(name).replace(/(\d)([a-z])/g, '$1-$2')}`

const colours = (palette: Palette): string =>
  (Object.keys(palette) as (keyof Palette)[])
    .map(name => `${colourVariable(name)}:${palette[name]};`)
    .join('')

const sizes = (): string =>
  (Object.keys(METRICS) as (keyof typeof METRICS)[])
    .map(name => `--m-${kebab(name)}:${METRICS[name]}px;`)
    .join('')

const motion = (): string =>
  `--m-motion:${MOTION.change}ms;--m-motion-move:${MOTION.move}ms;--m-ease:${EASE};`

/** The sheet: sizes on the root, colours per `data-theme`. Light also applies before the attribute is known. */
export function variablesSheet(): string {
  const mode = (name: ThemeMode, selector: string): string =>
    `${selector}{color-scheme:${name};${colours(PALETTES[name])}}`
  return [
    `:root{${sizes()}${motion()}--m-font:${FONT_FAMILY};--m-mono:${FONT_MONO};}`,
    '@media (prefers-reduced-motion: reduce){:root{--m-motion:0ms;--m-motion-move:0ms;}}',
    mode('light', ":root,[data-theme='light']"),
    mode('dark', "[data-theme='dark']"),
  ].join('\n')
}

let installed = false

/**
 * Adds the sheet to the document once, through the CSSOM: the content security policy has nothing to object to and
 * no style element is written.
 */
export function installVariables(target: Document = document): void {
  if (installed || typeof CSSStyleSheet === 'undefined' || !('adoptedStyleSheets' in target)) return
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(variablesSheet())
  target.adoptedStyleSheets = [...target.adoptedStyleSheets, sheet]
  installed = true
}
