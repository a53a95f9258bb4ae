/** Who may use the microphone, and when. Pure. */
import { APP_ORIGIN, originOf } from '../gateway/guard'

export interface ListenRequest {
  /** Web contents that ask; null when Electron does not know. */
  contentsId: number | null
  /** Origin or address of the asking page. */
  origin: string | null
  /** What is asked for, `audio` or `video`; empty when Electron does not say. */
  kinds: readonly string[]
}

/**
 * Only the hidden recorder page, sound only, and only while main itself has a recording (or a list of microphones)
 * under way.
 * @param listening web contents of the recorder page; null when nothing is under way.
 */
export function mayListen(request: ListenRequest, listening: number | null): boolean {
  if (listening === null || request.contentsId !== listening) return false
  if (request.origin === null || originOf(request.origin) !== APP_ORIGIN) return false
  return request.kinds.length > 0 && request.kinds.every(kind => kind === 'audio')
}
