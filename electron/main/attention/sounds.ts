/** The gateway's `/local/sounds/<name>.wav`: the shipped sounds, which the console plays at main's event. */
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { LOCAL_SOUNDS_PATH, SOUND_NAMES } from '../../../src/contract'
import { errorAnswer } from '../gateway/answers'

/** @param resources folder that holds sounds/. Only the names of the contract are answered. */
export function createSoundRoute(resources: string): (path: string, method: string) => Promise<Response> {
  return async (path, method) => {
    const name = SOUND_NAMES.find(one => path === `${LOCAL_SOUNDS_PATH}/${one}.wav`)
    if (!name || (method !== 'GET' && method !== 'HEAD')) return errorAnswer(404, 'ERR_NOT_FOUND')
    try {
      const bytes = await readFile(join(resources, 'sounds', `${name}.wav`))
      return new Response(method === 'HEAD' ? null : new Uint8Array(bytes), {
        headers: {
          'content-type': 'audio/wav',
          'content-length': String(bytes.byteLength),
          'cache-control': 'public, max-age=86400',
        },
      })
    } catch {
      return errorAnswer(404, 'ERR_NOT_FOUND')
    }
  }
}
