/**
 * Everything behind `app://turno`: the UI's files, the server's API and media with the session added here, and what
 * main keeps itself. A function from Request to Response, so that it is tested in plain Node.
 */
import {
  LOCAL_ATTACHMENTS_PATH,
  LOCAL_PICTURES_PATH,
  LOCAL_SOUNDS_PATH,
  LOCAL_VIDEOS_PATH,
} from '../../../src/contract'
import type { createLocalChanges } from '../attention/local-changes'
import type { LocalAnswer } from '../local-answer'
import type { Log } from '../log/log'
import type { ServerClient } from '../session/server-client'
import { errorAnswer } from './answers'
import { harden } from './csp'
import { forward } from './forward'
import { authorize } from './guard'
import type { Seen } from './seen'
import type { UiFiles } from './ui-files'

export type Gateway = (request: Request & { initiatorOrigin?: string | null }) => Promise<Response>

async function answeredHere(local: readonly LocalAnswer[], request: Request, path: string) {
  for (const answer of local) {
    const given = await answer(request, path)
    if (given) return given
  }
  return null
}

/**
 * @param attachments answers `/local/attachments` (electron/main/attachments/route.ts).
 * @param sounds answers `/local/sounds/` (electron/main/attention/sounds.ts).
 * @param pictures answers `/local/pictures/` (pictures.ts).
 * @param videos answers `/local/videos/` (videos.ts).
 * @param localChanges receives the changes windows make (electron/main/attention/local-changes.ts).
 * @param asked gets what windows ask the API for, before it is.
 * @param added puts what this computer adds into an answer of the API (electron/main/copilot/words.ts).
 * @param seen is shown what the API answers.
 * @param local answer for a server that has no copilot, keeps no reminders, no views or no macros; the first that knows the call.
 */
export function createGateway(deps: {
  ui: UiFiles
  client: ServerClient
  attachments: (request: Request) => Promise<Response>
  sounds?: (path: string, method: string) => Promise<Response>
  pictures?: (path: string) => Promise<Response>
  videos?: (path: string) => Promise<Response>
  localChanges?: ReturnType<typeof createLocalChanges>
  asked?: (method: string, path: string) => void
  added?: (answer: Response) => Promise<Response>
  seen?: Seen
  local?: readonly LocalAnswer[]
  log: Log
}): Gateway {
  const { ui, client, attachments, log } = deps
  return async request => {
    try {
      const decision = authorize(request)
      if (!decision.ok) {
        log.warn('request refused', { method: request.method, status: decision.status })
        return errorAnswer(decision.status, decision.code)
      }
      const { area, url, path } = decision
      switch (area) {
        case 'ui':
          return await ui(path, request)
        case 'local': {
          if (deps.sounds && path.startsWith(`${LOCAL_SOUNDS_PATH}/`)) {
            const sound = await deps.sounds(path, request.method)
            harden(sound.headers)
            return sound
          }
          if (deps.pictures && path.startsWith(`${LOCAL_PICTURES_PATH}/`)) return await deps.pictures(path)
          if (deps.videos && path.startsWith(`${LOCAL_VIDEOS_PATH}/`)) return await deps.videos(path)
          if (path !== LOCAL_ATTACHMENTS_PATH && !path.startsWith(`${LOCAL_ATTACHMENTS_PATH}/`)) {
            return errorAnswer(404, 'ERR_NOT_FOUND')
          }
          const answer = await attachments(request)
          harden(answer.headers)
          return answer
        }
        default: {
          const below = area === 'api' ? path.slice('/api'.length) : ''
          if (area === 'api') deps.asked?.(request.method, below)
          if (area === 'api') deps.localChanges?.going(request.method, below)
          const local = area === 'api' ? await answeredHere(deps.local ?? [], request, below) : null
          if (local) {
            harden(local.headers)
            return local
          }
          const takes = deps.seen?.()
          const given = await forward(request, url, area, client, log)
          const answer = area === 'api' && deps.added ? await deps.added(given) : given
          if (area === 'api') deps.localChanges?.came(request.method, below, answer)
          if (area === 'api') takes?.(request.method, below, answer)
          return answer
        }
      }
    } catch (error) {
      log.error('request failed', { method: request.method, error })
      return errorAnswer(500, 'BRIDGE_FAILED')
    }
  }
}
