/** Ctrl+Q ends Turno on Linux, where no menu has the key and perhaps no tray to end it from. */
import type { Event, Input, WebContents } from 'electron'

export const isQuitKey = (
  input: Pick<Input, 'type' | 'key' | 'control' | 'meta' | 'alt' | 'shift'>,
  platform: NodeJS.Platform,
): boolean =>
  platform === 'linux' &&
  input.type === 'keyDown' &&
  input.control &&
  !input.meta &&
  !input.alt &&
  !input.shift &&
  input.key.toLowerCase() === 'q'

/** Handled by main, so that it works also where a page hangs. */
export function followQuitKey(
  contents: Pick<WebContents, 'on'>,
  platform: NodeJS.Platform,
  quit: () => void,
): void {
  contents.on('before-input-event', (event: Event, input: Input) => {
    if (!isQuitKey(input, platform)) return
    event.preventDefault()
    quit()
  })
}
