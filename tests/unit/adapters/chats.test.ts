/** Internal chats and forgotten passwords on the legacy servers (docs/legacy-server.md 6.10; differences 40 and 41). */
import { endpoints } from '@contract'
import { describe, expect, it } from 'vitest'
import type { ServerClient } from '../../../electron/main/session/server-client'
import chatPage from '../../samples/chats.json'
import { callsTo, json } from './calls-to'

const ME = { id: 3, companyId: 1, profile: 'user' }
const [sample] = chatPage.records

interface Asked {
  method: string
  path: string
  body: unknown
}

/** A server of the legacy: what it is asked, and its answers by path. */
function legacy(answers: (path: string) => { status?: number; body: unknown }) {
  const asked: Asked[] = []
  const fetch: ServerClient['fetch'] = async (path, init = {}) => {
    const raw = typeof init.body === 'function' ? init.body() : init.body
    asked.push({ method: init.method ?? 'GET', path, body: raw ? JSON.parse(String(raw)) : null })
    const { status = 200, body } = answers(path)
    return json(body, status)
  }
  return { asked, ask: callsTo<never>(fetch, () => ME) }
}

describe('internal chats of the legacy servers', () => {
  const many = Array.from({ length: 24 }, (_, at) => ({
    ...sample,
    id: at + 1,
    title: at === 4 ? 'Plantão' : `Conversa ${at}`,
    updatedAt: `2026-10-${String(((at * 7) % 24) + 1).padStart(2, '0')}T12:00:00.000Z`,
  }))
  // Its count is of people, and more is said to come when everything is here.
  const pages = (path: string) => {
    const page = Number(/pageNumber=(\d+)/.exec(path)?.[1] ?? 1)
    return { body: { records: many.slice((page - 1) * 20, page * 20), count: 99, hasMore: true } }
  }

  it('are put into the order of activity, counted and searched, which that server does not', async () => {
    const { ask } = legacy(pages)
    const read = async (query: string) =>
      endpoints['chats.list'].response.parse((await ask('GET', `/chats?${query}`)).body)
    const first = await read('pageNumber=1')
    expect([first.records.length, first.count, first.hasMore]).toEqual([20, 24, true])
    const at = first.records.map(chat => chat.updatedAt)
    expect(at).toEqual([...at].sort().reverse())
    const second = await read('pageNumber=2')
    expect([second.records.length, second.hasMore]).toEqual([4, false])
    expect((await read('pageNumber=1&searchParam=plantao')).records.map(chat => chat.id)).toEqual([5])
  })

  it('are made without their owner, who that server adds, and changed with everybody', async () => {
    const { ask, asked } = legacy(() => ({ body: sample }))
    const form = {
      title: 'Novo',
      users: [
        { id: 3, name: 'Ana' },
        { id: 4, name: 'Bruno' },
      ],
    }
    await ask('POST', '/chats', form)
    await ask('PUT', '/chats/9', form)
    expect(asked.map(({ body }) => body)).toEqual([
      { title: 'Novo', users: [{ id: 4 }] },
      { title: 'Novo', users: [{ id: 3 }, { id: 4 }] },
    ])
  })

  it('are written in by that server’s own words', async () => {
    const { ask, asked } = legacy(() => ({ body: { id: 1, chatId: 9, senderId: 3, message: 'oi' } }))
    const sent = await ask('POST', '/chats/9/messages', { message: 'oi', clientId: 'c-12345678' })
    expect(asked[0]?.body).toEqual({ message: 'oi' })
    expect(endpoints['chats.send'].response.parse(sent.body)).toMatchObject({ id: 1, clientId: null })
  })
})

describe('forgotten passwords of the legacy servers', () => {
  it('says 404 where that server calls it a success', async () => {
    const success = 'E-mail enviado com sucesso'
    const known = legacy(() => ({ body: { message: success } }))
    expect((await known.ask('POST', '/forgetpassword/ana%40c.br')).status).toBe(200)
    for (const refused of [
      { status: 404, body: { error: success } },
      { body: { status: 404, message: success } },
    ]) {
      const { status, body } = await legacy(() => refused).ask('POST', '/forgetpassword/x%40c.br')
      expect([status, body]).toEqual([404, { error: 'ERR_NO_USER_FOUND' }])
    }
  })

  it('says which code did not fit, and that its mail server is its own affair', async () => {
    const { ask } = legacy(() => ({ status: 404, body: { error: 'Verifique o Token informado' } }))
    const answer = await ask('POST', '/resetpasswords/ana%40c.br/ABCD/Senha1234')
    expect([answer.status, answer.body]).toEqual([400, { error: 'ERR_RESET_CODE' }])
    expect((await ask('GET', '/mail-state')).body).toEqual({ delivery: 'smtp', folder: null })
    expect((await ask('GET', '/mail-settings')).status).toBe(501)
  })
})
