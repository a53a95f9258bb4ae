/** Which requests the gateway answers at all. Pure decisions over the request's own facts. */

export const APP_SCHEME = 'app'
const APP_HOST = 'turno'
export const APP_ORIGIN = `${APP_SCHEME}://${APP_HOST}`

type Area = 'api' | 'media' | 'public' | 'local' | 'ui'
export type Decision =
  | { ok: true; area: Area; url: URL; path: string }
  | { ok: false; status: number; code: string }

const METHODS: Record<Area, readonly string[]> = {
  api: ['GET', 'HEAD', 'POST', 'PUT', 'DELETE'],
  media: ['GET', 'HEAD'],
  public: ['GET', 'HEAD'],
  local: ['GET', 'HEAD', 'POST', 'DELETE'],
  ui: ['GET', 'HEAD'],
}

const refuse = (status: number, code: string): Decision => ({ ok: false, status, code })

/** `scheme://host` of an address; Node knows no origin for schemes of our own. */
export function originOf(address: string): string | null {
  if (!URL.canParse(address)) return null
  const url = new URL(address)
  return `${url.protocol}//${url.host}`
}

/**
 * Whether the requester is the app itself. A document is asked for by the browser (no initiator); everything else
 * names its page in Electron's own `initiatorOrigin`, in Origin or in Referer. There are no `sec-fetch-*` headers: Chromium
 * adds them on their way to a network, and a scheme of our own has none. What a stored file may be used as is therefore
 * settled by the answer's type and policy (`inwardHeaders`) and by where windows may go (`isOwnPage`).
 */
function comesFromApp(request: { headers: Headers; initiatorOrigin?: string | null | undefined }): boolean {
  const { headers } = request
  const initiator = request.initiatorOrigin
  if (initiator !== undefined && initiator !== null && initiator !== APP_ORIGIN) return false
  const origin = headers.get('origin')
  if (origin !== null && origin !== APP_ORIGIN) return false
  const referer = headers.get('referer')
  return referer === null || referer === '' || originOf(referer) === APP_ORIGIN
}

/**
 * A path as one exact spelling, or null when it tries to leave its folder: dot segments in any encoding, backslashes,
 * NUL, broken escapes. (URL parsing itself already resolves plain `..`.)
 */
export function safePath(pathname: string): string | null {
  let decoded: string
  try {
    decoded = decodeURIComponent(pathname)
  } catch {
    return null
  }
  if (/[\0\\]/.test(decoded) || /%(?:2e|2f|5c|00)/i.test(decoded)) return null
  if (decoded.includes('//')) return null
  return decoded.split('/').some(part => part === '..' || part === '.') ? null : decoded
}

/** Decides whether and by which part of the gateway a request is answered. */
export function authorize(request: {
  url: string
  method: string
  headers: Headers
  initiatorOrigin?: string | null | undefined
}): Decision {
  if (!URL.canParse(request.url)) return refuse(400, 'ERR_NOT_FOUND')
  const url = new URL(request.url)
  if (url.protocol !== `${APP_SCHEME}:` || url.host !== APP_HOST || url.username || url.password) {
    return refuse(404, 'ERR_NOT_FOUND')
  }
  if (!comesFromApp(request)) return refuse(403, 'ERR_NO_PERMISSION')
  const path = safePath(url.pathname)
  if (path === null) return refuse(400, 'ERR_NOT_FOUND')
  const head = /^\/(api|media|public|local)(?:\/|$)/.exec(path)?.[1] as Area | undefined
  const area = head ?? 'ui'
  if (!METHODS[area].includes(request.method.toUpperCase())) return refuse(405, 'ERR_NOT_FOUND')
  return { ok: true, area, url, path }
}
