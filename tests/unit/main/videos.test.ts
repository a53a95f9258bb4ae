/** Help videos in main: their pictures, whether the player can be reached, and who it is told embeds it. */
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createVideos, type Videos } from '../../../electron/main/gateway/videos'
import type { Log } from '../../../electron/main/log/log'
import { mayHave } from '../../../electron/main/windows/permissions'
import { introducePlayer } from '../../../electron/main/windows/video-referrer'

const log = { info() {}, warn: vi.fn(), error() {}, child: () => log } as unknown as Log
const JPEG = Buffer.from('ffd8ffe0', 'hex')
let asked: string[]
let reply: () => Response
let videos: Videos

beforeEach(() => {
  asked = []
  reply = () => new Response(JPEG, { headers: { 'content-type': 'image/jpeg' } })
  videos = createVideos({
    fetch: async (url, init) => {
      asked.push(`${init?.method} ${url}`)
      expect(init?.credentials).toBe('omit')
      return reply()
    },
    log,
  })
})
const status = async (path: string): Promise<number> => (await videos.answer(`/local/videos/${path}`)).status

describe('a help video', () => {
  it('has its picture fetched once, and handed on as a picture that can be nothing else', async () => {
    const answer = await videos.answer('/local/videos/aqz-KE-bpKQ/thumbnail')
    expect(Buffer.from(await answer.arrayBuffer())).toEqual(JPEG)
    expect(answer.headers.get('content-type')).toBe('image/jpeg')
    expect(answer.headers.get('content-security-policy')).toContain('sandbox')
    expect(await status('aqz-KE-bpKQ/thumbnail')).toBe(200)
    expect(asked).toEqual(['GET https://i.ytimg.com/vi/aqz-KE-bpKQ/mqdefault.jpg'])
  })

  it('has no picture where the host answers something else, or too much', async () => {
    for (const other of [
      () => new Response('<html>', { headers: { 'content-type': 'text/html' } }),
      () => new Response(JPEG, { status: 404, headers: { 'content-type': 'image/jpeg' } }),
      () => new Response(new Uint8Array(600_000), { headers: { 'content-type': 'image/jpeg' } }),
    ]) {
      reply = other
      expect(await status('aqz-KE-bpKQ/thumbnail')).toBe(404)
    }
  })

  it('says whether its player can be reached', async () => {
    expect(await status('aqz-KE-bpKQ')).toBe(204)
    expect(asked[0]).toMatch(/^HEAD https:\/\/www\.youtube-nocookie\.com\/embed\/aqz-KE-bpKQ\?/)
    reply = () => {
      throw new Error('offline')
    }
    expect(await status('aqz-KE-bpKQ')).toBe(502)
  })

  it('asks nobody for what is no code', async () => {
    for (const path of ['', 'a', '..%2f..', 'aqz-KE-bpKQ/other', 'https:', 'aqz KE bpKQ', 'x'.repeat(65)])
      expect(await status(path), path).toBe(404)
    expect(asked).toEqual([])
  })
})

describe('the player', () => {
  it('is told the product, and nobody else is told anything', () => {
    const onBeforeSendHeaders = vi.fn()
    introducePlayer({ webRequest: { onBeforeSendHeaders } as never })
    const [filter, listener] = onBeforeSendHeaders.mock.calls[0] ?? []
    expect(filter).toEqual({ urls: ['https://www.youtube-nocookie.com/embed/*'] })
    const answer = vi.fn()
    listener({ requestHeaders: { Accept: '*/*' } }, answer)
    expect(answer).toHaveBeenCalledWith({
      requestHeaders: { Accept: '*/*', Referer: 'https://turno.app/' },
    })
  })

  it('may fill the screen and nothing more', () => {
    const host = 'https://www.youtube-nocookie.com'
    expect(mayHave('fullscreen', host)).toBe(true)
    for (const other of ['clipboard-sanitized-write', 'geolocation', 'notifications'])
      expect(mayHave(other, host)).toBe(false)
  })
})
