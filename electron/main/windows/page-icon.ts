/**
 * A window's icon follows its page's: a logo of the platform replaces Turno's mark. The page draws every kind of logo as a
 * PNG in a data address (src/features/brand/use-brand.ts).
 */
import type { Log } from '../log/log'

const PNG_ADDRESS = 'data:image/png;base64,'
/** A PNG of 256 by 256 has at most 256 KiB of pixels. */
const MAX_CHARS = 512 * 1024

export interface IconWindow<I> {
  webContents: {
    on(event: 'page-favicon-updated', listener: (event: unknown, icons: string[]) => void): unknown
  }
  isDestroyed(): boolean
  setIcon(icon: I | string): void
}

/**
 * @param read makes an image of a data address (Electron's nativeImage).
 * @param own Turno's own icon, shown again when the page has none; null where the system takes it from the program.
 */
export function followPageIcon<I extends { isEmpty(): boolean }>(
  window: IconWindow<I>,
  read: (address: string) => I,
  own: string | null,
  log: Log,
): void {
  window.webContents.on('page-favicon-updated', (_event, icons) => {
    if (window.isDestroyed()) return
    const address = icons.find(icon => icon.startsWith(PNG_ADDRESS) && icon.length <= MAX_CHARS)
    try {
      if (address) {
        const image = read(address)
        if (!image.isEmpty()) return window.setIcon(image)
      }
      if (own !== null) window.setIcon(own)
    } catch (error) {
      log.warn('window icon not changed', { error })
    }
  })
}
