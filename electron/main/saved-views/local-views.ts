/**
 * Views for servers that keep none: answers `/api/saved-views`, and what is in a view on the list and on the board, from
 * this computer's file and the lists the server has.
 */
import {
  endpoints,
  fits,
  maySee,
  SAVED_VIEW,
  type SavedView,
  type SavedViewForm,
  savedViewForm,
  showsUnqueued,
  TICKET_STATUSES,
  type Ticket,
  type User,
  type ViewConditions,
  type Viewer,
  waitingSince,
} from '../../../src/contract'
import { limitSignal } from '../../time-limit'
import { json, type LocalAnswer, refused } from '../local-answer'
import type { LocalDb } from '../local-db/local-db'
import type { ServerClient } from '../session/server-client'

/** Pages read of a status at most: of what is resolved these are the newest. */
const MAX_PAGES = 25
/** How long one page is waited for. Milliseconds. */
const PAGE_MS = 30_000

type Status = Ticket['status']
/** @property whole false where there were more pages than are read. */
interface Listed {
  tickets: readonly Ticket[]
  whole: boolean
}

/** The server answered a list with an error, which is passed on. */
class Unlisted extends Error {
  constructor(readonly answer: Response) {
    super(`tickets not listed: HTTP ${answer.status}`)
  }
}

const viewerOf = (user: User): Viewer => ({
  id: user.id,
  profile: user.profile,
  super: user.super,
  queueIds: user.queues.map(({ id }) => id),
  seesUnqueued: showsUnqueued(user, true),
})

/** Lists of the server by status, each read once for all views that are asked about together. */
function createLists(client: Pick<ServerClient, 'fetch'>, queueIds: string) {
  const known = new Map<Status, Promise<Listed>>()

  async function read(status: Status): Promise<Listed> {
    const tickets = new Map<number, Ticket>()
    for (let page = 1; page <= MAX_PAGES; page += 1) {
      const query = new URLSearchParams({ status, queueIds, showAll: 'true', pageNumber: String(page) })
      const answer = await client.fetch(`/tickets?${query}`, {
        signedIn: true,
        signal: limitSignal(PAGE_MS),
      })
      if (!answer.ok) throw new Unlisted(answer)
      const found = endpoints['tickets.list'].response.parse(await answer.json())
      for (const ticket of found.tickets) tickets.set(ticket.id, ticket)
      if (!found.hasMore || found.tickets.length === 0) return { tickets: [...tickets.values()], whole: true }
    }
    return { tickets: [...tickets.values()], whole: false }
  }

  return (status: Status): Promise<Listed> => {
    const listed = known.get(status) ?? read(status)
    known.set(status, listed)
    return listed
  }
}

/**
 * @param scope the account's number in the file; null for nobody. @param user the signed-in person.
 * @param changed tells windows that the views are other ones.
 */
export function createLocalViews(deps: {
  db: Pick<LocalDb, 'all' | 'write'>
  client: Pick<ServerClient, 'fetch'>
  scope: () => number | null
  user: () => User | null
  changed: () => void
  now?: () => number
}): LocalAnswer {
  const { db, client } = deps
  const now = deps.now ?? Date.now
  const listsOf = (me: User) => createLists(client, JSON.stringify(me.queues.map(({ id }) => id)))

  async function viewsOf(scope: number, me: User): Promise<SavedView[]> {
    const rows = await db.all('SELECT id, form FROM saved_views WHERE scope = ? ORDER BY place, id', [scope])
    return rows.flatMap(row => {
      const form = savedViewForm.safeParse(JSON.parse(String(row.form)))
      return form.success ? [{ ...form.data, id: Number(row.id), userId: me.id, userName: me.name }] : []
    })
  }

  /** What is in a view, and whether that is all of it. @throws Unlisted */
  async function inside(
    me: User,
    conditions: ViewConditions,
    lists: ReturnType<typeof listsOf>,
  ): Promise<Listed> {
    const viewer = viewerOf(me)
    const wanted = conditions.statuses.length > 0 ? conditions.statuses : TICKET_STATUSES
    const found: Ticket[] = []
    let whole = true
    for (const status of wanted) {
      const listed = await lists(status)
      whole &&= listed.whole
      for (const ticket of listed.tickets) if (holdsIn(ticket, conditions, viewer)) found.push(ticket)
    }
    return { tickets: found, whole }
  }
  const holdsIn = (ticket: Ticket, conditions: ViewConditions, viewer: Viewer): boolean =>
    maySee(viewer, ticket) &&
    fits({ ...ticket, waitingSince: waitingSince(ticket) }, conditions, viewer.id, now())

  async function counts(me: User, scope: number): Promise<{ id: number; count: number | null }[]> {
    const counted: { id: number; count: number | null }[] = []
    const lists = listsOf(me)
    for (const { id, conditions } of await viewsOf(scope, me)) {
      const { tickets, whole } = await inside(me, conditions, lists)
      counted.push({ id, count: whole ? tickets.length : null })
    }
    return counted
  }

  /** The board of the server without what is not in the view. */
  async function boardOf(url: URL, path: string, conditions: ViewConditions, viewer: Viewer) {
    url.searchParams.delete('viewId')
    const answer = await client.fetch(`${path}${url.search}`, {
      signedIn: true,
      signal: limitSignal(PAGE_MS),
    })
    if (!answer.ok) return answer
    const lane = <L extends { tickets: Ticket[] }>(one: L) => {
      const tickets = one.tickets.filter(ticket => holdsIn(ticket, conditions, viewer))
      return { ...one, tickets, count: tickets.length }
    }
    const body: unknown = await answer.json()
    if (path !== '/kanban') return json(lane(endpoints['kanban.lane'].response.parse(body)))
    return json({ lanes: endpoints['kanban.board'].response.parse(body).lanes.map(lane) })
  }

  async function ticketsIn(url: URL, path: string, scope: number, me: User): Promise<Response | null> {
    const id = url.searchParams.get('viewId')
    if (id === null || !/^\/(?:tickets|kanban(?:\/\d+)?)$/.test(path)) return null
    const view = (await viewsOf(scope, me)).find(one => one.id === Number(id))
    if (!view) return refused(404, 'ERR_NO_VIEW_FOUND')
    if (path !== '/tickets') return await boardOf(url, path, view.conditions, viewerOf(me))
    const { tickets, whole } = await inside(me, view.conditions, listsOf(me))
    return json({ tickets, count: tickets.length, counted: whole, hasMore: false })
  }

  async function save(scope: number, me: User, id: number | null, input: unknown): Promise<Response> {
    const form = savedViewForm.safeParse(input)
    if (!form.success) return refused(400, 'ERR_VALIDATION')
    // Others read their own computer's file.
    if (form.data.sharedWith !== null) return refused(403, 'ERR_NO_PERMISSION')
    const views = await viewsOf(scope, me)
    if (id === null && views.length >= SAVED_VIEW.most) return refused(400, 'ERR_TOO_MANY_VIEWS')
    const text = JSON.stringify(form.data satisfies SavedViewForm)
    const [done] = await db.write([
      id === null
        ? {
            sql: `INSERT INTO saved_views (scope, place, form)
              SELECT ?1, coalesce(max(place) + 1, 0), ?2 FROM saved_views WHERE scope = ?1 RETURNING id`,
            args: [scope, text],
          }
        : {
            sql: 'UPDATE saved_views SET form = ?3 WHERE scope = ?1 AND id = ?2 RETURNING id',
            args: [scope, id, text],
          },
    ])
    const saved = Number(done?.rows[0]?.id ?? 0)
    if (saved === 0) return refused(404, 'ERR_NO_VIEW_FOUND')
    deps.changed()
    return json({ ...form.data, id: saved, userId: me.id, userName: me.name } satisfies SavedView)
  }

  async function arrange(scope: number, input: unknown): Promise<Response> {
    const body = endpoints['savedViews.arrange'].body.safeParse(input)
    if (!body.success) return refused(400, 'ERR_VALIDATION')
    await db.write(
      body.data.ids.map((id, place) => ({
        sql: 'UPDATE saved_views SET place = ? WHERE scope = ? AND id = ?',
        args: [place, scope, id],
      })),
    )
    deps.changed()
    return json(null)
  }

  async function remove(scope: number, id: number): Promise<Response> {
    const [done] = await db.write([
      { sql: 'DELETE FROM saved_views WHERE scope = ? AND id = ?', args: [scope, id] },
    ])
    if (!done?.rowsAffected) return refused(404, 'ERR_NO_VIEW_FOUND')
    deps.changed()
    return json(null)
  }

  return async (request, path) => {
    const [own, below] = /^\/saved-views(?:\/(counts|order|\d+))?$/.exec(path) ?? []
    const url = new URL(request.url)
    if (own === undefined && !url.searchParams.has('viewId')) return null
    const [scope, me] = [deps.scope(), deps.user()]
    if (scope === null || me === null) return refused(401, 'ERR_SESSION_EXPIRED')
    try {
      if (own === undefined) return await ticketsIn(url, path, scope, me)
      if (below === 'counts') return json(await counts(me, scope))
      if (below === 'order') return await arrange(scope, await request.json())
      if (request.method === 'DELETE') return await remove(scope, Number(below))
      if (request.method === 'GET') return json(await viewsOf(scope, me))
      return await save(scope, me, below === undefined ? null : Number(below), await request.json())
    } catch (error) {
      if (error instanceof Unlisted) return error.answer
      throw error
    }
  }
}
