import { type AxiosAdapter, AxiosError, type InternalAxiosRequestConfig } from 'axios'
import { expect, it, vi } from 'vitest'
import { unsureBody } from '../../../scripts/stand-in/page/bodies'
import { createLocalFiles, PIECE_BYTES } from '../../../src/api/local-files'

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

interface Sent {
  method: string
  url: string
  body: unknown
}

type Answer = { status: number; body: unknown }

/** A main that answers in turn; the last answer stays. */
function main(...answers: Answer[]) {
  const sent: Sent[] = []
  const adapter: AxiosAdapter = async (config: InternalAxiosRequestConfig) => {
    const query = new URLSearchParams(config.params as Record<string, string>)
    sent.push({ method: config.method ?? '', url: `${config.url}?${query}`, body: config.data })
    const answer = (answers.length > 1 ? answers.shift() : answers[0]) ?? { status: 500, body: null }
    const size = config.data instanceof ArrayBuffer ? config.data.byteLength : 0
    config.onUploadProgress?.({ loaded: size / 2, total: size } as never)
    const response = {
      status: answer.status,
      statusText: '',
      headers: {},
      config,
      data: JSON.stringify(answer.body),
    }
    if (answer.status >= 400) throw new AxiosError('refused', 'ERR_BAD_REQUEST', config, null, response)
    return response
  }
  return { files: createLocalFiles(adapter), sent }
}

const going = (): AbortSignal => new AbortController().signal
const textOf = (body: unknown): string => new TextDecoder().decode(body as ArrayBuffer)

it('hands a file over as its bytes, with its name and kind', async () => {
  const { files, sent } = main({ status: 201, body: kept })
  const shares: number[] = []
  const file = new File(['abc'], 'foto & cia.png', { type: 'image/png' })
  expect(await files.keep(file, share => shares.push(share), going())).toMatchObject({ id: 'a1' })
  expect(sent.map(({ method, url }) => [method, url])).toEqual([['post', '?name=foto+%26+cia.png']])
  expect(textOf(sent[0]?.body)).toBe('abc')
  expect(shares).toEqual([0.5])
})

it('reads a large file a piece at a time: the next one when the one before has arrived', async () => {
  const { files, sent } = main(
    { status: 202, body: { upload: 'u1' } },
    { status: 202, body: { upload: 'u1' } },
    { status: 201, body: kept },
  )
  const file = new File([new Uint8Array(PIECE_BYTES * 2 + 5)], 'filme.mp4')
  vi.spyOn(file, 'arrayBuffer').mockRejectedValue(new Error('never whole'))
  const slice = file.slice.bind(file)
  const read: string[] = []
  vi.spyOn(file, 'slice').mockImplementation((from, to) => {
    read.push(`${from}: ${sent.length} sent`)
    return slice(from, to)
  })
  const shares: number[] = []
  expect(await files.keep(file, share => shares.push(share), going())).toMatchObject({ id: 'a1' })
  expect(read).toEqual(['0: 0 sent', `${PIECE_BYTES}: 1 sent`, `${PIECE_BYTES * 2}: 2 sent`])
  expect(sent.map(one => one.url)).toEqual([
    `?name=filme.mp4&size=${PIECE_BYTES * 2 + 5}`,
    `/u1?from=${PIECE_BYTES}`,
    `/u1?from=${PIECE_BYTES * 2}`,
  ])
  expect(sent.map(one => (one.body as ArrayBuffer).byteLength)).toEqual([PIECE_BYTES, PIECE_BYTES, 5])
  expect(sent.map(one => unsureBody(one.body))).toEqual([null, null, null])
  expect(shares).toEqual([...shares].sort((a, b) => a - b))
  expect(shares.every(share => share > 0 && share <= 1)).toBe(true)
})

it('says why main refused, and gives up what had arrived', async () => {
  const { files, sent } = main(
    { status: 202, body: { upload: 'u1' } },
    { status: 413, body: { error: 'ERR_FILE_TOO_LARGE' } },
    { status: 204, body: null },
  )
  const file = new File([new Uint8Array(PIECE_BYTES + 1)], 'a.bin')
  await expect(files.keep(file, () => undefined, going())).rejects.toMatchObject({
    code: 'ERR_FILE_TOO_LARGE',
  })
  expect(sent.at(-1)).toMatchObject({ method: 'delete', url: '/u1?' })
})

it('sends nothing of a file that was taken back while it was read, or that is gone', async () => {
  const { files, sent } = main({ status: 201, body: kept })
  const stop = new AbortController()
  const handed = files.keep(new File(['abc'], 'foto.png'), () => undefined, stop.signal)
  stop.abort()
  await expect(handed).rejects.toMatchObject({ code: 'ABORTED' })
  const gone = new File(['abc'], 'foto.png')
  vi.spyOn(gone, 'slice').mockReturnValue({
    arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotReadableError')),
  } as Blob)
  await expect(files.keep(gone, () => undefined, going())).rejects.toMatchObject({ code: 'BRIDGE_FAILED' })
  expect(sent).toEqual([])
})

it.each([
  [{ status: 500, body: 'no words' }, 'BRIDGE_FAILED'],
  [{ status: 201, body: { id: 7 } }, 'BRIDGE_INVALID_OUTPUT'],
] as const)('answers %j with %s', async (answer, code) => {
  const { files } = main(answer)
  const file = new File(['abc'], 'a.txt')
  await expect(files.keep(file, () => undefined, going())).rejects.toMatchObject({ code })
})
