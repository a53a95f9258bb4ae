/** Going where an address leads. */

/** How often an address may lead on. */
const REDIRECTS = 5

/**
 * Asks for an address, and for the one it leads to: each is judged anew, by the way out and by whoever asks.
 * @param get a guarded way out (./guarded-fetch).
 * @param judge throws what refuses an address.
 * @returns the first answer that leads nowhere else, and where it came from.
 * @throws as `get` and `judge`; Error when it leads on without end.
 */
export async function followed(
  get: typeof fetch,
  address: string,
  init: RequestInit,
  judge: (url: URL) => void,
): Promise<{ url: URL; response: Response }> {
  let url = new URL(address)
  for (let step = 0; step <= REDIRECTS; step += 1) {
    judge(url)
    const response = await get(url.href, init)
    const to = response.headers.get('location')
    if (response.status < 300 || response.status >= 400 || !to) return { url, response }
    await response.body?.cancel()
    url = new URL(to, url)
  }
  throw new Error('it leads on without end')
}
