import { dirname } from 'node:path'
import { fileURLToPath } from 'node:url'

/** How pages of windows are shown. */
export type BrowserMode = 'driver' | 'print' | { executable: string }

/** True when windows are opened by a test fixture through the control channel. */
export const driven = process.env.TURNO_STAND_IN_BROWSER === 'driver'

/** The secret of the control channel; none means that there is no such channel. */
export const controlSecret = process.env.TURNO_STAND_IN_CONTROL || null

/** Folder with the built stand-in (electron.js, page.js, utility.js). */
export const standInFolder = dirname(fileURLToPath(import.meta.url))

/**
 * The mode asked for by TURNO_STAND_IN_BROWSER: `driver`, `print` or the path of a Chromium-like browser. Without it
 * the address is printed.
 */
export function browserMode(): BrowserMode {
  const asked = process.env.TURNO_STAND_IN_BROWSER
  if (!asked || asked === 'print') return 'print'
  return asked === 'driver' ? 'driver' : { executable: asked }
}

// The children of main (the embedded server, relaunched programs) get no key to the control channel.
export function withoutSecrets(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { TURNO_STAND_IN_CONTROL: _secret, ...rest } = env
  return rest
}
