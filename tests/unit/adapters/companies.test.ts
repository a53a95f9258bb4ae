/** Companies and plans on legacy servers: its ways (docs/legacy-server.md 6.12) and ours. */
import { expect, it } from 'vitest'
import { errorAnswerOf } from '../../../electron/main/adapters/legacy/errors'
import type { ServerClient } from '../../../electron/main/session/server-client'
import { callsTo, json, type Row } from './calls-to'

/** A server with the legacy server's habits: a company stays although its admin could not be made. */
function legacy() {
  const companies: Row[] = [{ id: 1, name: 'Empresa 1', email: 'um@x.test' }]
  const plan: Row = { id: 7, name: 'Completo' }
  const asked: string[] = []
  const fetch: ServerClient['fetch'] = async (path, init = {}) => {
    const method = init.method ?? 'GET'
    const bare = `/${path.replace(/^\/+/, '')}`.split('?')[0] ?? ''
    asked.push(`${method} ${bare}`)
    const raw = typeof init.body === 'function' ? init.body() : init.body
    const body = typeof raw === 'string' ? (JSON.parse(raw) as Row) : {}
    if (method === 'POST' && /^\/companies(\/cadastro)?$/.test(bare)) {
      if (companies.some(one => one.name === body.name))
        return json({ error: 'ERR_COMPANY_NAME_ALREADY_EXISTS' }, 400)
      const fresh = { id: 9, name: body.name }
      const taken = companies.some(one => one.email === body.email)
      companies.push(fresh)
      return taken ? json({ error: 'Internal server error' }, 500) : json(fresh)
    }
    if (bare === '/companies/list') return json(companies)
    if (bare === '/companies/9' && method === 'DELETE') {
      companies.splice(1)
      return new Response(null, { status: 200 })
    }
    if (bare === '/plans/list') return json([plan])
    if (bare.startsWith('/plans/') && method === 'PUT')
      return body.id === 7 ? json(Object.assign(plan, body)) : json({ error: 'ERR_NO_PLAN_FOUND' }, 404)
    return new Response('<html>', { status: 404 })
  }
  return { call: callsTo(fetch, () => null), companies, asked }
}

it('takes away the company that server leaves behind when its e-mail is taken', async () => {
  const { call, companies, asked } = legacy()
  const refused = await call('POST', '/companies', { name: 'Nova', email: 'um@x.test' })
  expect(refused).toEqual({ status: 400, body: { error: 'ERR_DUPLICATED_USER' } })
  expect(companies.map(one => one.name)).toEqual(['Empresa 1'])
  expect(asked).toContain('DELETE /companies/9')
})

it('takes nothing away when the name was refused, and adds what is accepted', async () => {
  const { call, companies, asked } = legacy()
  const refused = await call('POST', '/companies', { name: 'Empresa 1', email: 'outro@x.test' })
  expect(refused.body.error).toBe('ERR_COMPANY_NAME_ALREADY_EXISTS')
  expect((await call('POST', '/companies', { name: 'Nova', email: 'nova@x.test' })).body.id).toBe(9)
  expect(companies).toHaveLength(2)
  expect(asked.filter(one => one.startsWith('DELETE'))).toEqual([])
})

it('says that an e-mail is taken to a stranger who signs up, and deletes nothing in his name', async () => {
  const { call, asked } = legacy()
  const refused = await call('POST', '/companies/cadastro', { name: 'Nova', email: 'um@x.test' })
  expect(refused.body).toEqual({ error: 'ERR_DUPLICATED_USER' })
  expect(asked).toEqual(['POST /companies/cadastro'])
})

it('says that it cannot count what a company has', async () => {
  expect(await legacy().call('GET', '/companies/1/contents')).toEqual({
    status: 501,
    body: { error: 'SERVER_LACKS' },
  })
})

it('reads what a plan limits, and how far, out of the sentence', async () => {
  for (const [words, what, limit] of [
    ['Número máximo de usuários já alcançado: 3', 'users', 3],
    ['Número máximo de conexões já alcançado: 1', 'connections', 1],
    ['Número máximo de filas já alcançado: 12', 'queues', 12],
  ] as const)
    expect(await errorAnswerOf({ status: 400, text: words }).json()).toEqual({
      error: 'ERR_PLAN_LIMIT',
      what,
      limit,
    })
})
