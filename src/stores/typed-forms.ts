/**
 * What somebody was typing in a form when the session ended by itself: on another computer, or because the server said so.
 * The same person finds it there after signing in again. It stays in this window's memory alone, and goes with the person's
 * own sign-out, with another person's sign-in and with a change of server. Secrets are never in it.
 */
import { useSession } from './session'
import { atSessionEnd, type EndReason } from './session-end'

/** Fields by name: what is in those that were changed, and what the form took for saved. */
export interface TypedForm {
  values: Readonly<Record<string, unknown>>
  known: Readonly<Record<string, unknown>>
}

const BY_ITSELF: ReadonlySet<EndReason> = new Set(['elsewhere', 'expired', 'companyExpired'])
/** Fields that hold what nobody may read again. */
const SECRET = /password|secret|token|(?:api|voice|private)key|credential|certificate/i

/** Forms that are open, with something typed. */
const open = new Map<string, TypedForm>()
/** What was left open by the one who signed in last. */
const left = new Map<string, TypedForm>()
let owner: number | null = null

const me = (): number | null => useSession.getState().user?.id ?? null
const withoutSecrets = (fields: TypedForm['values']): TypedForm['values'] =>
  Object.fromEntries(Object.entries(fields).filter(([name]) => !SECRET.test(name)))

/**
 * Notes what is in an open form.
 * @param key names the form and the record it is about.
 * @param typed null: nothing that is not saved.
 */
export function noteTyped(key: string, typed: TypedForm | null): void {
  left.delete(key)
  const values = typed && withoutSecrets(typed.values)
  if (!typed || !values || Object.keys(values).length === 0) return void open.delete(key)
  open.set(key, { values, known: withoutSecrets(typed.known) })
}

/** A form is closed. By the session's end it is not the person who closed it. */
export function formClosed(key: string): void {
  if (me() !== null) open.delete(key)
}

/** What the signed-in person left in a form; null when nothing. */
export const typedBefore = (key: string): TypedForm | null => (me() === null ? null : (left.get(key) ?? null))

useSession.subscribe(({ user }) => {
  if (!user || user.id === owner) return
  open.clear()
  left.clear()
  owner = user.id
})

atSessionEnd('typed in forms', reason => {
  const kept = BY_ITSELF.has(reason) ? [...left, ...open] : []
  open.clear()
  left.clear()
  for (const [key, typed] of kept) left.set(key, typed)
})
