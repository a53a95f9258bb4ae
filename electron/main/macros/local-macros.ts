/** Macros for servers that keep none: answers `/api/macros` from this computer's file, as a server would. One's own alone. */
import { endpoints, MACRO, type Macro } from '../../../src/contract'
import { json, type LocalAnswer, refused } from '../local-answer'
import type { LocalDb } from '../local-db/local-db'

/**
 * @param scope the account's number in the file; null for nobody.
 * @param changed tells windows.
 */
export function createLocalMacros(deps: {
  db: Pick<LocalDb, 'all' | 'write'>
  scope: () => number | null
  changed: () => void
}): LocalAnswer {
  const { db } = deps
  const rows = async (scope: number): Promise<Macro[]> => {
    const found = (await db.all('SELECT id, name, steps FROM macros WHERE scope = ? ORDER BY name, id', [
      scope,
    ])) as unknown as { id: number; name: string; steps: string }[]
    return endpoints['macros.list'].response.parse(
      found.map(({ steps, ...row }) => ({
        ...row,
        steps: JSON.parse(steps),
        sharedWith: null,
        userId: null,
      })),
    )
  }

  async function save(scope: number, id: number | null, input: unknown): Promise<Response> {
    const form = endpoints['macros.create'].body.safeParse(input)
    if (!form.success) return refused(400, 'ERR_VALIDATION')
    if (form.data.sharedWith !== null) return refused(403, 'ERR_NO_PERMISSION')
    if (id === null && (await rows(scope)).length >= MACRO.most) return refused(400, 'ERR_TOO_MANY_MACROS')
    const values = [form.data.name, JSON.stringify(form.data.steps), scope]
    const [done] = await db.write([
      id === null
        ? { sql: 'INSERT INTO macros (name, steps, scope) VALUES (?, ?, ?)', args: values }
        : { sql: 'UPDATE macros SET name = ?, steps = ? WHERE scope = ? AND id = ?', args: [...values, id] },
    ])
    if (!done?.rowsAffected) return refused(404, 'ERR_NO_MACRO_FOUND')
    deps.changed()
    const after = await rows(scope)
    const saved = id === null ? after.toSorted((a, b) => b.id - a.id)[0] : after.find(one => one.id === id)
    return saved ? json(saved) : refused(404, 'ERR_NO_MACRO_FOUND')
  }

  return async (request, path) => {
    const place = /^\/macros(?:\/(\d+))?$/.exec(path)
    if (!place) return null
    const scope = deps.scope()
    if (scope === null) return refused(401, 'ERR_SESSION_EXPIRED')
    const id = place[1] === undefined ? null : Number(place[1])
    if (request.method === 'GET') return json(await rows(scope))
    if (request.method !== 'DELETE') return save(scope, id, await request.json())
    const gone = { sql: 'DELETE FROM macros WHERE scope = ? AND id = ?', args: [scope, id] }
    const [done] = await db.write([gone])
    if (!done?.rowsAffected) return refused(404, 'ERR_NO_MACRO_FOUND')
    deps.changed()
    return json(null)
  }
}
