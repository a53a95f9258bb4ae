/** Speech by Azure's REST interface (text to speech), in the form of a voice note: Opus in Ogg. */

import { guardedFetch } from '../outward/guarded-fetch'
import { within } from '../time-limit'

const TIMEOUT_MS = 20_000
/** Longest voice note that is read, in bytes: SPOKEN_MAX_CHARS at the 24 kbit/s asked for are less than one megabyte. */
const MOST_BYTES = 2 * 1024 * 1024
/** Longest text that is spoken: some minutes of a voice note. */
export const SPOKEN_MAX_CHARS = 4_000

export interface Speaker {
  key: string
  /** Region of the resource, for example brazilsouth. */
  region: string
  /** For example pt-BR-FranciscaNeural. */
  voice: string
  /** Instead of the region's own address (tests). */
  origin: ((region: string) => string) | null
}

const ESCAPED: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&apos;',
}
const escaped = (text: string): string => text.replace(/[&<>"']/g, found => ESCAPED[found] ?? found)

/**
 * @param text at most SPOKEN_MAX_CHARS characters.
 * @returns the bytes of an Ogg file.
 * @throws Error when the service refuses or does not answer in 20 s.
 */
export async function speak(
  { key, region, voice, origin }: Speaker,
  text: string,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const base = origin?.(region) ?? `https://${region.toLowerCase()}.tts.speech.microsoft.com`
  const ask = async (limit: AbortSignal): Promise<Uint8Array> => {
    const answer = await guardedFetch(origin !== null, MOST_BYTES)(`${base}/cognitiveservices/v1`, {
      method: 'POST',
      headers: {
        'ocp-apim-subscription-key': key,
        'content-type': 'application/ssml+xml',
        'x-microsoft-outputformat': 'ogg-24khz-16bit-mono-opus',
        'user-agent': 'Turno',
      },
      body: `<speak version='1.0' xml:lang='pt-BR'><voice xml:lang='pt-BR' name='${escaped(voice)}'>${escaped(text)}</voice></speak>`,
      signal: limit,
    })
    if (!answer.ok) throw new Error(`the speech service refused (${answer.status})`)
    const bytes = new Uint8Array(await answer.arrayBuffer())
    if (bytes.length === 0) throw new Error('the speech service sent nothing')
    return bytes
  }
  return await within(TIMEOUT_MS, ask, signal)
}
