/** Help videos: the one host whose player may stand inside a window. */

/** YouTube's host without cookies; nothing of any other host is ever framed. */
export const VIDEO_ORIGIN = 'https://www.youtube-nocookie.com'

/** What main answers for videos: `/<code>` says whether the player can be reached, `/<code>/thumbnail` is its picture. */
export const LOCAL_VIDEOS_PATH = '/local/videos'

/** What a video's code may be; anything else is never put into an address. */
export const VIDEO_CODE = /^[\w-]{6,64}$/

/** Address of a video's player. It shows no foreign suggestions and never opens another page by itself. */
export const playerAddress = (code: string): string =>
  `${VIDEO_ORIGIN}/embed/${code}?autoplay=1&rel=0&playsinline=1`

/** Whether a frame may go there: a player of the one host, and nothing else of it. */
export function isPlayerAddress(text: string): boolean {
  if (!URL.canParse(text)) return false
  const url = new URL(text)
  if (url.origin !== VIDEO_ORIGIN || url.username || url.password) return false
  return VIDEO_CODE.test(/^\/embed\/([^/]+)$/.exec(url.pathname)?.[1] ?? '')
}
