import {
  companyEvent,
  type EndpointName,
  endpointOf,
  endpoints,
  holds,
  maySee,
  maySpy,
  PERMISSION_RULES,
  parseSocketEvent,
  pathOf,
  SERVER_ERROR_CODES,
} from '@contract'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'

/** Every call of docs/specification.md 1.7, as it is written there. */
const SPECIFIED = `
GET /auth/me | POST /auth/login | POST /auth/refresh_token | DELETE /auth/logout | GET /version
GET /companies/listPlan/: | GET /settings | GET /settings/: | GET /public-settings/: | PUT /settings/:
GET /whatsapp | GET /queue | GET /tickets | GET /tickets/: | GET /tickets/u/: | POST /tickets | PUT /tickets/:
POST /tickets/closeAll | DELETE /tickets/: | GET /messages/: | POST /messages/: | POST /messages/edit/:
PUT /messages/: | DELETE /messages/: | POST /messages/:/reactions | POST /message/forward | GET /contacts
GET /contacts/: | GET /contacts/list | POST /contacts | PUT /contacts/: | DELETE /contacts/:
POST /contacts/import | POST /contacts/importCsv | POST /ticket-notes | DELETE /ticket-notes/:
GET /ticket-notes/list | GET /quick-messages/list | GET /tags/list | POST /tags | POST /tags/sync | GET /users
GET /users/: | GET /users/list | POST /users | PUT /users/: | GET /announcements | GET /chats | GET /dashboard
GET /dashboard/ticketsUsers | GET /dashboard/ticketsDay
`
  .trim()
  .split(/ \| |\n/)

const names = Object.keys(endpoints) as EndpointName[]
const signature = (name: EndpointName) =>
  `${endpoints[name].method} ${endpoints[name].path.replace(/:\w+/g, ':')}`

describe('endpoints table', () => {
  it('holds every call of docs/specification.md part 1', () => {
    const held = new Set(names.map(signature))
    expect(SPECIFIED.filter(call => !held.has(call))).toEqual([])
  })

  it('names no call twice', () => {
    const all = names.map(signature)
    expect(all.filter((call, at) => all.indexOf(call) !== at)).toEqual([])
  })

  it.each(names)(
    '%s is complete: summary, known access, known errors, parameters that fill its path',
    name => {
      const one = endpoints[name]
      expect(one.summary.length).toBeGreaterThan(5)
      const open = ['public', 'cookie', 'connection', 'member', 'supervisor', 'admin', 'super']
      expect([...open, ...Object.keys(PERMISSION_RULES)]).toContain(one.access)
      for (const code of one.errors) expect(SERVER_ERROR_CODES).toContain(code)
      const wanted = [...one.path.matchAll(/:(\w+)/g)].map(m => m[1])
      expect(Object.keys(one.params.shape)).toEqual(wanted)
    },
  )

  it.each(names)('hands %s to a window, at once or with its area', async name => {
    expect(await endpointOf(name)).toBe(endpoints[name])
  })

  it('fills and encodes path parameters, and refuses to leave one out', () => {
    expect(pathOf(endpoints['tickets.byUuid'], { uuid: 'a/b' })).toBe('/tickets/u/a%2Fb')
    expect(() => pathOf(endpoints['tickets.get'])).toThrow('/tickets/:id needs the parameter id')
  })

  it('reads id lists as JSON text and refuses anything else', () => {
    const query = endpoints['tickets.list'].query
    expect(query.parse({ queueIds: '[1,"2"]' }).queueIds).toEqual([1, 2])
    for (const bad of ['[', '{}', '["x"]'])
      expect(query.safeParse({ queueIds: bad }).success, bad).toBe(false)
    expect(query.safeParse({ pageNumber: '0' }).success).toBe(false)
  })
})

describe('permission rules', () => {
  const who = (profile: string, queueIds: number[] = [], superFlag = false) => ({
    id: 7,
    profile,
    super: superFlag,
    queueIds,
    seesUnqueued: false,
  })

  it('gives an unknown profile nothing and the super flag everything', () => {
    for (const rule of Object.keys(PERMISSION_RULES) as (keyof typeof PERMISSION_RULES)[]) {
      expect(holds(who('chefe'), rule)).toBe(false)
      expect(holds(who('user', [], true), rule)).toBe(true)
      expect(holds(who('admin'), rule)).toBe(true)
    }
  })

  it('lets a plain user see own queues and own tickets only', () => {
    expect(maySee(who('user', [1]), { queueId: 1, userId: null })).toBe(true)
    expect(maySee(who('user', [1]), { queueId: 2, userId: null })).toBe(false)
    expect(maySee(who('user', [1]), { queueId: 2, userId: 7 })).toBe(true)
    expect(maySee(who('user', [1]), { queueId: null, userId: null })).toBe(false)
    expect(maySee({ ...who('user'), seesUnqueued: true }, { queueId: null, userId: null })).toBe(true)
    expect(maySee(who('admin'), { queueId: 9, userId: 3 })).toBe(true)
  })

  it('lets admins spy anywhere, supervisors in their queues, agents nowhere', () => {
    expect(maySpy(who('admin'), { queueId: null })).toBe(true)
    expect(maySpy(who('supervisor', [4]), { queueId: 4 })).toBe(true)
    expect(maySpy(who('supervisor', [4]), { queueId: 5 })).toBe(false)
    expect(maySpy(who('user', [4]), { queueId: 4 })).toBe(false)
  })
})

describe('realtime', () => {
  it('refuses events of another company and unknown names without throwing', () => {
    const payload = { action: 'delete', ticketId: 3 }
    expect(parseSocketEvent(1, companyEvent(1, 'ticket'), payload)).toMatchObject({ ok: true })
    expect(parseSocketEvent(1, companyEvent(2, 'ticket'), payload)).toMatchObject({
      ok: false,
      reason: 'foreign',
    })
    expect(parseSocketEvent(1, 'nonsense', payload)).toMatchObject({ ok: false, reason: 'unknown' })
    expect(parseSocketEvent(1, companyEvent(1, 'ticket'), { action: 'explode' })).toMatchObject({
      ok: false,
      reason: 'malformed',
    })
  })

  it('never throws, whatever arrives', () => {
    const channels = [
      'ticket',
      'appMessage',
      'contact',
      'chat',
      'whatsapp',
      'user',
      'constructor',
      'toString',
    ] as const
    fc.assert(
      fc.property(fc.constantFrom(...channels), fc.anything(), (channel, payload) => {
        const parsed = parseSocketEvent(1, `company-1-${channel}`, payload)
        expect(typeof parsed.ok).toBe('boolean')
      }),
      { numRuns: 2_000 },
    )
  })
})
