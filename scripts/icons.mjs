/**
 * Renders the mark to every size and state each system needs. The results are committed: drawing at run time fails
 * exactly when a window is gone. Run after changing resources/mark*.svg: `node scripts/icons.mjs` (needs the Inter font).
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { Resvg } from '@resvg/resvg-js'

const resources = fileURLToPath(new URL('../resources/', import.meta.url))
const app = readFileSync(join(resources, 'mark-app.svg'), 'utf8')
const mark = /<path[^>]*\/>/.exec(readFileSync(join(resources, 'mark.svg'), 'utf8'))[0]

const TEAL = '#0f766e'
const LIGHT = '#2dd4bf'
const RED = '#d9363e'
const GREY = '#8a9099'

/** Writes one square PNG. */
function png(path, svg, size) {
  const image = new Resvg(svg, {
    fitTo: { mode: 'width', value: size },
    font: { loadSystemFonts: true, defaultFontFamily: 'Inter' },
  })
  const target = join(resources, 'icons', path)
  mkdirSync(dirname(target), { recursive: true })
  writeFileSync(target, image.render().asPng())
}

/** The mark in one colour, with an optional dot that reads at 16 px. */
const tray = (colour, dot) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24" color="${colour}">${mark}${
    dot ? `<circle cx="19" cy="5" r="5" fill="${dot}"/>` : ''
  }</svg>`

/** A count for the Windows taskbar button. */
const overlay =
  text => `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><circle cx="16" cy="16" r="16" fill="${RED}"/>
<text x="16" y="${text.length > 1 ? 22.5 : 23.5}" font-family="Inter" font-weight="700" font-size="${text.length > 1 ? 18 : 21}" fill="#fff" text-anchor="middle">${text}</text></svg>`

png('app.png', app, 1024)
for (const size of [16, 24, 32, 48, 64, 128, 256, 512]) png(`linux/${size}x${size}.png`, app, size)

const STATES = { idle: null, unread: RED, offline: GREY }
for (const [state, dot] of Object.entries(STATES)) {
  for (const [scale, suffix] of [
    [1, ''],
    [1.5, '@1.5x'],
    [2, '@2x'],
    [3, '@3x'],
  ]) {
    // A dark and a light taskbar both exist on Windows and Linux; macOS tints the template itself.
    png(
      `tray/${state}-on-light${suffix}.png`,
      tray(state === 'offline' ? GREY : TEAL, dot === GREY ? null : dot),
      16 * scale,
    )
    png(
      `tray/${state}-on-dark${suffix}.png`,
      tray(state === 'offline' ? GREY : LIGHT, dot === GREY ? null : dot),
      16 * scale,
    )
    png(`tray/${state}Template${suffix}.png`, tray('#000000', dot ? '#000000' : null), 16 * scale)
  }
}
for (const text of ['1', '2', '3', '4', '5', '6', '7', '8', '9', '9+']) {
  const name = text.replace('+', 'plus')
  png(`overlay/${name}.png`, overlay(text), 16)
  png(`overlay/${name}@2x.png`, overlay(text), 32)
}
