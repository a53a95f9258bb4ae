/** Recordings go to app:// as bytes: the page of the stand-in refuses what not every Electron passes on. Files: tests/unit/api/local-files.test.ts. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { guardBodies, type Sender } from '../../../scripts/stand-in/page/bodies'
import { keepRecording } from '../../../src/recorder/keep-recording'

const kept = {
  id: 'a1',
  name: 'foto.png',
  mime: 'image/png',
  size: 3,
  caption: '',
  width: null,
  height: null,
  duration: null,
}

/** Bodies as the protocol handler would get them. */
let arrived: unknown[]

class FakeRequest {
  status = 201
  responseText = JSON.stringify(kept)
  upload: { onprogress: unknown } = { onprogress: null }
  onload: () => void = () => undefined
  open(): void {}
  setRequestHeader(): void {}
  abort(): void {}
  send(body?: unknown): void {
    arrived.push(body)
    queueMicrotask(() => this.onload())
  }
}

let page: Sender

beforeEach(() => {
  arrived = []
  class Own extends FakeRequest {
    override send(body?: unknown): void {
      super.send(body)
    }
  }
  page = {
    fetch: async (_input, init) => {
      arrived.push(init?.body)
      return Response.json(kept, { status: 201 })
    },
    XMLHttpRequest: Own as unknown as Sender['XMLHttpRequest'],
  }
  guardBodies(page)
  vi.stubGlobal('fetch', page.fetch)
  vi.stubGlobal('XMLHttpRequest', page.XMLHttpRequest)
})
afterEach(() => vi.unstubAllGlobals())

const textOf = (body: unknown): string => new TextDecoder().decode(body as ArrayBuffer)

describe('the page of the stand-in', () => {
  it('refuses a Blob, a File, a form with a file and a stream, and nothing else', async () => {
    const form = new FormData()
    form.append('medias', new File(['abc'], 'a.txt'))
    const words = new FormData()
    words.append('body', 'abc')
    for (const body of [new Blob(['abc']), new File(['abc'], 'a.txt'), form, new Blob(['abc']).stream()]) {
      await expect(page.fetch('/x', { method: 'POST', body })).rejects.toThrow('send its bytes')
      const request = new XMLHttpRequest()
      expect(() => request.send(body as XMLHttpRequestBodyInit)).toThrow('send its bytes')
    }
    expect(arrived).toEqual([])
    for (const body of ['abc', new Uint8Array([1]).buffer, words, undefined])
      await page.fetch('/x', body === undefined ? {} : { method: 'POST', body })
    expect(arrived).toHaveLength(4)
  })
})

describe('what a window hands to main', () => {
  it('is the bytes of a recording', async () => {
    const recording = new Blob(['mp3'], { type: 'audio/mpeg' })
    expect(await keepRecording(recording, 'voz.mp3', 2)).toMatchObject({ id: 'a1', duration: 2 })
    expect(arrived.map(textOf)).toEqual(['mp3'])
  })
})
