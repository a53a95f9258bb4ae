import type { CustomScheme } from 'electron'
import { isReady } from './ready'
import { refusing } from './refusing'

/** A scheme's handler, as given to protocol.handle. */
export type SchemeHandler = (request: Request) => Response | Promise<Response>

const handlers = new Map<string, SchemeHandler>()
const privileged = new Map<string, CustomScheme>()

/** The handler of a scheme (`app`), or null. */
export const handlerOf = (scheme: string): SchemeHandler | null => handlers.get(scheme) ?? null

export const protocol = refusing('protocol', {
  registerSchemesAsPrivileged(schemes: CustomScheme[]): void {
    if (isReady()) {
      throw new Error('protocol.registerSchemesAsPrivileged should be called before app is ready')
    }
    for (const scheme of schemes) privileged.set(scheme.scheme, scheme)
  },

  handle(scheme: string, handler: SchemeHandler): void {
    if (!isReady()) throw new Error('protocol.handle cannot be called before the app is ready')
    if (handlers.has(scheme)) throw new Error(`Failed to register protocol: ${scheme}`)
    const privileges = privileged.get(scheme)?.privileges
    if (!privileges?.standard || !privileges.secure || !privileges.supportFetchAPI) {
      throw new Error(
        `The scheme ${scheme} must be registered as standard, secure and fetchable to hold an app`,
      )
    }
    handlers.set(scheme, handler)
  },

  unhandle(scheme: string): void {
    if (!handlers.delete(scheme)) throw new Error(`Failed to unhandle protocol: ${scheme}`)
  },
})
