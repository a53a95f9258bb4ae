/**
 * Larger and smaller by the keys people know: Ctrl with plus, minus and zero. On macOS the application menu has them; on
 * Windows and Linux there is no menu (menu/template.ts), so the window handles them itself.
 */
import type { Event, Input, WebContents } from 'electron'

export type Zoom = 'in' | 'out' | 'reset'

/** One press, as Chromium counts levels: a fifth larger is one level. */
const STEP = 0.5
/** Some 58 % and 250 %: beyond either nothing of the console is usable. */
const SMALLEST = -3
const LARGEST = 5

/** What a press asks for; null when it is none of these. */
export function zoomOf(input: Pick<Input, 'type' | 'key' | 'control' | 'meta' | 'alt'>): Zoom | null {
  if (input.type !== 'keyDown' || !input.control || input.meta || input.alt) return null
  if (input.key === '+' || input.key === '=') return 'in'
  if (input.key === '-' || input.key === '_') return 'out'
  return input.key === '0' ? 'reset' : null
}

/** The level after a press. */
export const zoomedTo = (level: number, zoom: Zoom): number =>
  zoom === 'reset' ? 0 : Math.max(SMALLEST, Math.min(LARGEST, level + (zoom === 'in' ? STEP : -STEP)))

/** Chromium keeps the level by origin: it holds in every window of Turno. */
export function followZoomKeys(contents: Pick<WebContents, 'on' | 'getZoomLevel' | 'setZoomLevel'>): void {
  contents.on('before-input-event', (event: Event, input: Input) => {
    const zoom = zoomOf(input)
    if (zoom === null) return
    event.preventDefault()
    contents.setZoomLevel(zoomedTo(contents.getZoomLevel(), zoom))
  })
}
