/** Headers every answer of the gateway carries. */
import { VIDEO_ORIGIN } from '../../../src/contract'

/**
 * The content security policy of the UI. Scripts may only be the app's own files. Ant Design's cssinjs and
 * emoji-picker-react put style elements into the page as it runs: they carry the page's nonce, and no others are heeded.
 * Style attributes are allowed: components set sizes and colours of data by them.
 * @param devServer origin of Vite's server in a run from source: it injects inline scripts and styles, and talks over a
 * WebSocket.
 * @param nonce of this page load; without one the page has style files alone.
 * @param plays the page shows help videos: the player's host may be in a frame, and nothing else may.
 */
export function contentSecurityPolicy(
  devServer: string | null,
  nonce: string | null = null,
  plays = false,
): string {
  const dev = devServer ? new URL(devServer) : null
  const rules: Record<string, string> = {
    'default-src': `'none'`,
    'script-src': dev ? `'self' 'unsafe-inline'` : `'self'`,
    'style-src': dev ? `'self' 'unsafe-inline'` : nonce ? `'self' 'nonce-${nonce}'` : `'self'`,
    'style-src-attr': `'unsafe-inline'`,
    'img-src': `'self' blob: data:`,
    'media-src': `'self' blob: data:`,
    'font-src': `'self' data:`,
    'connect-src': dev ? `'self' ws://${dev.host} http://${dev.host}` : `'self'`,
    'worker-src': `'self'`,
    'manifest-src': `'self'`,
    'frame-src': plays ? VIDEO_ORIGIN : `'none'`,
    'object-src': `'none'`,
    'base-uri': `'none'`,
    'form-action': `'none'`,
    'frame-ancestors': `'none'`,
  }
  return Object.entries(rules)
    .map(([name, value]) => `${name} ${value}`)
    .join('; ')
}

/**
 * Everything the pages never use is off. The recorder's page alone may ask for the microphone; main decides whether
 * it gets it (electron/main/microphone/policy.ts).
 */
export const permissionsPolicy = (records: boolean): string =>
  [
    'accelerometer=()',
    'camera=()',
    'display-capture=()',
    'geolocation=()',
    'gyroscope=()',
    'hid=()',
    'magnetometer=()',
    'midi=()',
    'payment=()',
    'serial=()',
    'usb=()',
    records ? 'microphone=(self)' : 'microphone=()',
    'clipboard-write=(self)',
  ].join(', ')

/** What a document answered by the server (media, JSON) may do if it were ever opened as a page: nothing. */
export const INERT_POLICY = `default-src 'none'; sandbox; frame-ancestors 'none'`

/** Adds the headers common to all answers. */
export function harden(headers: Headers): Headers {
  headers.set('x-content-type-options', 'nosniff')
  headers.set('referrer-policy', 'same-origin')
  headers.set('cross-origin-resource-policy', 'same-origin')
  return headers
}
