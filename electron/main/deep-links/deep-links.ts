/** Addresses that come from the system: at the start, from a second start, and from macOS; kept until a window can show them. */
import type { App } from 'electron'
import type { Log } from '../log/log'
import { LINK_SCHEME, linkAmong, pathOfLink } from './links'

export interface DeepLinks {
  /** The path to begin with, taken once. */
  takeFirst(): string | null
  /** From now on addresses go here. */
  follow(open: (path: string) => void): void
}

/** Call before the app is ready: macOS gives the address that started the program only then. */
export function collectLinks(app: App, args: readonly string[], log: Log): DeepLinks {
  let first = linkAmong(args)
  let open: ((path: string) => void) | null = null
  const arrive = (path: string | null) => {
    if (path === null) return
    log.info('link from the system')
    if (open) open(path)
    else first = path
  }
  app.on('open-url', (event, url) => {
    event.preventDefault()
    const path = pathOfLink(url)
    if (path === null) log.warn('link refused', { scheme: url.slice(0, 12) })
    arrive(path)
  })
  app.on('second-instance', (_event, argv) => arrive(linkAmong(argv)))
  return {
    takeFirst() {
      const path = first
      first = null
      return path
    },
    follow(next) {
      open = next
    },
  }
}

/**
 * Makes the system bring `turno://` addresses here. Only an installed program does so: a run from source would take
 * them away from the installed one.
 */
export function registerScheme(app: App, log: Log): void {
  if (!app.isPackaged) return
  if (!app.setAsDefaultProtocolClient(LINK_SCHEME)) log.warn('the system keeps turno:// for another program')
}
