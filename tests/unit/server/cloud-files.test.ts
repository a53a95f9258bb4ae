/** Files on their way to the Cloud API. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { CloudAccount } from '../../../electron/server/desk/channel/cloud/account'
import { uploadFile } from '../../../electron/server/desk/channel/cloud/files'
import { type Graph, type GraphCall, GraphError } from '../../../electron/server/desk/channel/cloud/graph'

const account = { accessToken: 't', phoneNumberId: '1' } as CloudAccount
const { signal } = new AbortController()
const note = {
  bytes: Buffer.from('opus'),
  mime: 'audio/ogg; codecs=opus',
  seconds: 1,
  waveform: new Uint8Array(),
}
let folder = ''
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'turno-cloud-'))
  await writeFile(join(folder, 'file'), 'bytes')
})
afterAll(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))

/** A Graph API that answers as told, and what it was sent. */
function graphWith(answer: () => unknown) {
  const sent: string[] = []
  const graph: Graph = {
    async call({ raw }: GraphCall) {
      sent.push(Buffer.concat(raw?.parts ?? []).toString('latin1'))
      return answer()
    },
    file: async () => new Uint8Array(),
  }
  return { graph, sent }
}
const media = (mime: string, size = 5) => ({ path: join(folder, 'file'), mime, name: 'arquivo', size })
const refusing = (code: number) =>
  graphWith(() => {
    throw new GraphError(code, 400, 'refused', null)
  })

describe('a file that is uploaded', () => {
  it('of a kind Meta does not take, or too heavy, is refused before anything is asked', async () => {
    const { graph, sent } = graphWith(() => ({ id: '9' }))
    const upload = (mime: string, size?: number) =>
      uploadFile(graph, account, media(mime, size), null, signal)
    await expect(upload('application/xml')).rejects.toMatchObject({ code: 'ERR_WAPP_MEDIA' })
    await expect(upload('application/pdf', 101 * 1024 * 1024)).rejects.toMatchObject({
      code: 'ERR_WAPP_MEDIA',
    })
    expect(sent).toEqual([])
    expect(await upload('application/pdf')).toBe('9')
  })

  it('that Meta refuses for itself is said to be the file, and nothing else is', async () => {
    const upload = (code: number) =>
      uploadFile(refusing(code).graph, account, media('application/pdf'), null, signal)
    for (const code of [100, 131053])
      await expect(upload(code)).rejects.toMatchObject({ code: 'ERR_WAPP_MEDIA' })
    await expect(upload(190)).rejects.toMatchObject({ code: 190 })
  })

  it('gives way to its voice note', async () => {
    const { graph, sent } = graphWith(() => ({ id: '9' }))
    await uploadFile(graph, account, media('audio/mpeg'), note, signal)
    expect(sent[0]).toContain('audio/ogg; codecs=opus')
    expect(sent[0]).toContain('opus')
    expect(sent[0]).not.toContain('audio/mpeg')
  })
})
