/** The messages API on legacy servers: its own place below /api, its one sentence, its words for people (contract 5). */
import { endpoints } from '@contract'
import { describe, expect, it } from 'vitest'
import { legacyAdapter } from '../../../electron/main/adapters/legacy'
import type { ServerClient } from '../../../electron/main/session/server-client'

const ME = { id: 1, companyId: 1, profile: 'admin' }
let answer = { status: 200, body: { mensagem: 'Mensagem enviada' } as object }
const asked: { path: string; bearer: string | undefined; body: string }[] = []

const fetch: ServerClient['fetch'] = async (path, init = {}) => {
  const raw = typeof init.body === 'function' ? init.body() : init.body
  asked.push({ path, bearer: init.bearer, body: raw ? await new Response(raw).text() : '' })
  return new Response(JSON.stringify(answer.body), {
    status: answer.status,
    headers: { 'content-type': 'application/json' },
  })
}
const send = async (body: BodyInit, type = 'application/json') => {
  asked.length = 0
  const headers = { 'content-type': type }
  const response = await legacyAdapter(() => ME)
    .adapt({ fetch, fetchFromOrigin: fetch })
    .fetch('/messages/send', { method: 'POST', headers, body, bearer: 'da-conexao' })
  return { status: response.status, json: (await response.json()) as Record<string, unknown> }
}

describe('a message of another program', () => {
  it('goes to /api/messages/send with the token of the connection, as JSON or as files', async () => {
    answer = { status: 200, body: { mensagem: 'Mensagem enviada' } }
    const { status, json } = await send(JSON.stringify({ number: '5511911112222', body: 'oi' }))
    expect(asked).toEqual([
      {
        path: '/api/messages/send',
        bearer: 'da-conexao',
        body: JSON.stringify({ number: '5511911112222', body: 'oi' }),
      },
    ])
    expect(status).toBe(200)
    expect(endpoints['externalApi.send'].response.parse(json)).toEqual({
      mensagem: 'Mensagem enviada',
      messageIds: [],
      ticketId: null,
      contactId: null,
    })
    await send('--x--', 'multipart/form-data; boundary=x')
    expect(asked).toMatchObject([{ path: '/api/messages/send', body: '--x--' }])
  })

  it('is refused in words: the token by its code, anything else as the server says it', async () => {
    answer = { status: 401, body: { error: 'Acesso não permitido' } }
    expect(await send('{}')).toEqual({ status: 401, json: { error: 'ERR_API_TOKEN' } })
    const sentence = 'Não foi possível enviar a mensagem, tente novamente em alguns instantes'
    answer = { status: 400, body: { error: sentence } }
    expect((await send('{}')).json.error).toBe(sentence)
  })
})
