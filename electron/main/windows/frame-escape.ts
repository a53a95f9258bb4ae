/**
 * Escape inside a help video. Keys that are pressed in a frame of another host never reach the page around it, so the
 * player's dialog would stay open for whoever has clicked into the video.
 */
import type { Event, Input, WebContents } from 'electron'

/**
 * Reports Escape that was pressed in a frame, and keeps it from that frame. A video over the whole screen is left by
 * Chromium before main gets the key.
 */
export function followFrameEscape(
  contents: Pick<WebContents, 'on' | 'focusedFrame'>,
  onEscape: () => void,
): void {
  contents.on('before-input-event', (event: Event, input: Input) => {
    if (input.type !== 'keyDown' || input.key !== 'Escape') return
    if (input.control || input.meta || input.alt || input.shift) return
    // The page itself has no parent and gets its keys.
    if (!contents.focusedFrame?.parent) return
    event.preventDefault()
    onEscape()
  })
}
