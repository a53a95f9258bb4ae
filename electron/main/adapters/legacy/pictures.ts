/**
 * Contacts' pictures: that server names them by absolute addresses, which windows may not load.
 * Each becomes a path on which main fetches it; one that must not be fetched becomes none.
 */

/** The path of a picture for windows; null for an address that is never fetched. */
export type PicturePath = (url: string) => string | null

/** The member as `JSON.stringify` writes it: a quote inside any text is escaped, so this is never part of one. */
const PICTURE = /"profilePicUrl":("(?:https?:)?\/\/(?:[^"\\]|\\.)*")/gi

const rewritten = (json: string, picture: PicturePath): string =>
  json.replace(PICTURE, (_whole, url: string) => {
    const path = picture(String(JSON.parse(url)))
    return `"profilePicUrl":${JSON.stringify(path)}`
  })

/** The same answer, with the paths of pictures. */
export async function withPictures(response: Response, picture: PicturePath): Promise<Response> {
  const { status, headers } = response
  if (!response.ok || status === 204 || !(headers.get('content-type') ?? '').includes('json')) return response
  return new Response(rewritten(await response.text(), picture), { status, headers })
}

/** The same event, with the paths of pictures. */
export function eventWithPictures<E extends { payload: unknown }>(event: E, picture: PicturePath): E {
  const json = JSON.stringify(event.payload)
  if (typeof json !== 'string') return event
  const text = rewritten(json, picture)
  return text === json ? event : { ...event, payload: JSON.parse(text) as unknown }
}
