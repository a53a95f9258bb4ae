/** Electron's doors, closed for every page there will ever be. */
import { app, type Session as ElectronSession, shell, type WebContents } from 'electron'
import type { Log } from '../log/log'
import type { ListenRequest } from '../microphone/policy'
import { decide, externalUrl, isFramed } from './navigation'
import { mayHave } from './permissions'

/** Opens an address in the system's browser or mail program; anything else is refused and logged. */
export async function openExternal(address: string, log: Log): Promise<boolean> {
  const url = externalUrl(address)
  if (url === null) {
    log.warn('link not opened', { scheme: address.slice(0, 16).split(':')[0] })
    return false
  }
  await shell.openExternal(url)
  return true
}

/**
 * Opens the page of macOS's settings where a program is let into the local network.
 * @returns false on other systems: they have none.
 */
export async function openNetworkSettings(platform: NodeJS.Platform): Promise<boolean> {
  if (platform !== 'darwin') return false
  await shell.openExternal('x-apple.systempreferences:com.apple.preference.security?Privacy_LocalNetwork')
  return true
}

function guardContents(contents: WebContents, log: Log): void {
  const leave = (event: { preventDefault(): void }, target: string) => {
    const decision = decide(target)
    if (decision.kind === 'own') return
    event.preventDefault()
    if (decision.kind === 'external') void openExternal(decision.url, log)
    else log.warn('navigation denied')
  }
  contents.on('will-navigate', event => leave(event, event.url))
  // Also frames inside a page, which `will-navigate` does not cover: only a help video's player is in one.
  contents.on('will-frame-navigate', event => {
    if (event.isMainFrame || isFramed(event.url)) return
    event.preventDefault()
    log.warn('navigation of a frame denied')
  })
  contents.on('will-redirect', event => {
    if (!event.isMainFrame && isFramed(event.url)) return
    if (decide(event.url).kind !== 'own') {
      event.preventDefault()
      log.warn('redirect denied')
    }
  })
  contents.setWindowOpenHandler(({ url }) => {
    const decision = decide(url)
    if (decision.kind === 'external') void openExternal(decision.url, log)
    return { action: 'deny' }
  })
  contents.on('will-attach-webview', event => event.preventDefault())
}

/**
 * Permissions: asked and checked alike, denied unless the table grants them.
 * @param mayListen decides about the microphone (electron/main/microphone/policy.ts).
 */
export function guardSession(
  session: ElectronSession,
  mayListen: (request: ListenRequest) => boolean,
  log: Log,
): void {
  session.setPermissionRequestHandler((contents, permission, answer, details) => {
    const origin = details.requestingUrl ?? contents?.getURL() ?? null
    const kinds = 'mediaTypes' in details ? (details.mediaTypes ?? []) : []
    const granted =
      permission === 'media'
        ? mayListen({ contentsId: contents?.id ?? null, origin, kinds })
        : mayHave(permission, origin)
    if (!granted) log.warn('permission denied', { permission })
    answer(granted)
  })
  session.setPermissionCheckHandler((contents, permission, origin, details) =>
    permission === 'media'
      ? mayListen({
          contentsId: contents?.id ?? null,
          origin,
          kinds: details.mediaType ? [details.mediaType] : [],
        })
      : mayHave(permission, origin),
  )
}

/**
 * What no page ever gets, in any session: devices and the screen. Sessions other than the default one have no pages of
 * ours, so there every permission is refused as well.
 */
function guardEverySession(session: ElectronSession, log: Log): void {
  guardSession(session, () => false, log)
  session.setDevicePermissionHandler(() => false)
  session.setDisplayMediaRequestHandler((_request, answer) => {
    log.warn('the screen was asked for')
    answer(null)
  })
  session.on('select-hid-device', (event, _details, choose) => {
    event.preventDefault()
    choose(null)
  })
  session.on('select-usb-device', (event, _details, choose) => {
    event.preventDefault()
    choose()
  })
  session.on('select-serial-port', (event, _ports, _contents, choose) => {
    event.preventDefault()
    choose('')
  })
}

/** Applies to all windows, present and future; call before the first one is made. */
export function guardApp(log: Log): void {
  // The default session is one of them; what may be granted there is set later (electron/main/start/surface.ts).
  app.on('session-created', session => guardEverySession(session, log))
  app.on('web-contents-created', (_event, contents) => guardContents(contents, log))
  // To deny is Electron's default; set here so that no later handler turns it around.
  app.on('certificate-error', (event, _contents, _url, error, _certificate, answer) => {
    event.preventDefault()
    log.error('certificate refused', { why: error })
    answer(false)
  })
}
