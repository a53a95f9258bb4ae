/** Forgotten passwords, announcements, plans and companies on the replay server (docs/legacy-server.md 3, 6.9, 6.12). */
import { randomUUID } from 'node:crypto'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { ApiError } from './api-error'
import type { Row, Table } from './records'
import type { Context } from './socket'
import type { Person } from './world'

const text = (value: unknown): string => (typeof value === 'string' ? value : '')
const idOf = (request: FastifyRequest): unknown => (request.params as Row).id

/** @param caller finds who asks, or refuses. */
export function registerPlatform(
  app: FastifyInstance,
  { world }: Context,
  caller: (request: FastifyRequest) => Promise<Person>,
): void {
  const { announcements, plans, companies, resetTokens } = world.records
  const owner = async (request: FastifyRequest): Promise<void> => {
    if (!(await caller(request)).super) throw new ApiError(401, 'Acesso não permitido')
  }
  const rowOr = (table: Table, id: unknown, missing: string): Row => {
    const row = table.find(id)
    if (!row) throw new ApiError(404, missing)
    return row
  }
  const pageOf = (rows: Row[], request: FastifyRequest, member: string) => {
    const { pageNumber = 1 } = request.query as Row
    const from = (Number(pageNumber) - 1) * 20
    return { [member]: rows.slice(from, from + 20), count: rows.length, hasMore: rows.length > from + 20 }
  }

  /* ---------------------------------------------------- forgotten password */

  // A UUID as the code, mailed; it never ends. An unknown address is told the same words with a 404.
  app.post('/forgetpassword/:email', async request => {
    const email = text((request.params as Row).email)
    if (!world.people.some(person => person.email === email))
      throw new ApiError(404, 'E-mail enviado com sucesso')
    resetTokens.set(email, randomUUID())
    return { message: 'E-mail enviado com sucesso' }
  })
  app.post('/resetpasswords/:email/:token/:password', async request => {
    const { email, token, password } = request.params as Record<string, string>
    if (resetTokens.get(email ?? '') !== token) throw new ApiError(404, 'Verifique o Token informado')
    world.passwords.set(email ?? '', password ?? '')
    resetTokens.delete(email ?? '')
    return { message: 'Senha redefinida com sucesso' }
  })

  /* --------------------------------------------------------- announcements */

  const NO_ANNOUNCEMENT = 'ERR_NO_ANNOUNCEMENT_FOUND'
  app.get('/announcements', async request => {
    await caller(request)
    return pageOf(
      announcements.rows.filter(row => row.status === true),
      request,
      'records',
    )
  })
  app.get('/announcements/:id', async request => {
    await owner(request)
    return rowOr(announcements, idOf(request), NO_ANNOUNCEMENT)
  })
  app.post('/announcements', async request => {
    await owner(request)
    const { title, text: words, priority, status } = request.body as Row
    return announcements.add({
      title,
      text: words,
      priority,
      status,
      companyId: 1,
      mediaPath: null,
      mediaName: null,
    })
  })
  app.put('/announcements/:id', async request => {
    await owner(request)
    return announcements.change(rowOr(announcements, idOf(request), NO_ANNOUNCEMENT), request.body as Row)
  })
  app.delete('/announcements/:id', async request => {
    await owner(request)
    announcements.remove(rowOr(announcements, idOf(request), NO_ANNOUNCEMENT))
    return { message: 'Announcement deleted' }
  })

  /* ------------------------------------------------------ plans, companies */

  // The columns of a plan there; anything else that is sent is dropped.
  const PLAN = [
    'name',
    'users',
    'connections',
    'queues',
    'value',
    'useSchedules',
    'useCampaigns',
    'useInternalChat',
    'useExternalApi',
    'useKanban',
    'useOpenAi',
    'useIntegrations',
  ]
  const planOf = (body: Row): Row =>
    Object.fromEntries(PLAN.filter(key => key in body).map(key => [key, body[key]]))
  app.get('/plans', async request => {
    await caller(request)
    return pageOf(plans.rows, request, 'plans')
  })
  for (const path of ['/plans/list', '/plans/all']) app.get(path, async () => plans.rows)
  app.post('/plans', async request => {
    await owner(request)
    return plans.add(planOf(request.body as Row))
  })
  app.put('/plans/:id', async request => {
    await owner(request)
    const body = request.body as Row
    return plans.change(rowOr(plans, body.id, 'ERR_NO_PLAN_FOUND'), planOf(body))
  })
  app.delete('/plans/:id', async (request, reply) => {
    await owner(request)
    plans.remove(rowOr(plans, idOf(request), 'ERR_NO_PLAN_FOUND'))
    return reply.send()
  })

  // Whether campaigns are on is a setting of the company there, no column of it.
  const campaigning = new Map<unknown, string>(companies.rows.map(row => [row.id, 'true']))
  const COMPANY = ['name', 'phone', 'email', 'status', 'planId', 'dueDate', 'recurrence']
  const save = (row: Row, body: Row): Row => {
    if (body.campaignsEnabled !== undefined) campaigning.set(row.id, String(body.campaignsEnabled))
    return companies.change(row, Object.fromEntries(COMPANY.map(key => [key, body[key]])))
  }
  const NO_COMPANY = 'ERR_NO_COMPANY_FOUND'
  app.get('/companies', async request => {
    await owner(request)
    return pageOf(companies.rows, request, 'companies')
  })
  app.get('/companies/list', async request => {
    await owner(request)
    return companies.rows.map(row => {
      const { id, name, value } = plans.find(row.planId) ?? {}
      const campaigns = { key: 'campaignsEnabled', value: campaigning.get(row.id), companyId: row.id }
      return { ...row, plan: { id, name, value }, settings: [{ id: Number(row.id) * 100, ...campaigns }] }
    })
  })
  app.get('/companies/:id', async request => {
    await caller(request)
    return rowOr(companies, idOf(request), NO_COMPANY)
  })
  app.post('/companies', async request => {
    await owner(request)
    const body = request.body as Row
    return save(companies.add({ name: body.name, schedules: [] }), body)
  })
  app.put('/companies/:id', async request => {
    await owner(request)
    return save(rowOr(companies, idOf(request), NO_COMPANY), request.body as Row)
  })
}
