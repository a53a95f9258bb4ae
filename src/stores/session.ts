/** Who is signed in, as main says; the renderer never holds a token. */
import {
  holds,
  type PermissionRule,
  type PlanFlags,
  type Result,
  type SessionState,
  type TurnoBridge,
  type User,
} from '@contract'
import { create } from 'zustand'

type SessionBridge = Pick<TurnoBridge, 'session'> & { on: Pick<TurnoBridge['on'], 'sessionChanged'> }

export interface SessionStore extends SessionState {
  /** Set while sign-in or sign-out is on its way. */
  busy: boolean
}

const NOBODY: SessionState = { status: 'starting', user: null, reason: 'none', storage: 'none' }

export const useSession = create<SessionStore>()(() => ({ ...NOBODY, busy: false }))

let bridge: SessionBridge | null = null
let stop: (() => void) | null = null

const apply = (state: SessionState): void => useSession.setState(state)

/**
 * Whether two records tell the same of a user. Presence is left out: one's own is shown nowhere and turns with every
 * connection, and whatever hangs on the user would be asked for again each time.
 */
const sameUser = (a: User | null, b: User | null): boolean =>
  a !== null && b !== null && JSON.stringify({ ...a, online: b.online }) === JSON.stringify(b)

/** The user of a signed-in session, compared by content: the same user keeps its identity over events. */
const accept = (state: SessionState): void => {
  const known = useSession.getState().user
  apply(sameUser(known, state.user) ? { ...state, user: known } : state)
}

/**
 * Takes over main's session and follows it; called once per window, before the first screen.
 * @returns when the first state is known. When main cannot be asked the window shows the sign-in screen.
 */
export async function startSession(from: SessionBridge = window.turno): Promise<void> {
  if (stop) return
  bridge = from
  stop = from.on.sessionChanged(accept)
  const answer = await from.session.state()
  if (useSession.getState().status !== 'starting') return // an event was faster
  accept(answer.ok ? answer.value : { ...NOBODY, status: 'signedOut' })
}

/** Forgets everything; for tests. */
export function stopSession(): void {
  stop?.()
  stop = null
  bridge = null
  useSession.setState({ ...NOBODY, busy: false })
}

const UNSTARTED = { ok: false, code: 'BRIDGE_FAILED', message: '' } as const

async function busyWith<T>(work: (to: SessionBridge) => Promise<Result<T>>): Promise<Result<T>> {
  if (!bridge || useSession.getState().busy) return UNSTARTED
  useSession.setState({ busy: true })
  try {
    return await work(bridge)
  } catch {
    return UNSTARTED
  } finally {
    useSession.setState({ busy: false })
  }
}

/**
 * Signs in; on success the session of every window changes. An error carries a code of the catalogue.
 * @param code of the second step, once it was asked for.
 */
export async function signIn(email: string, password: string, code?: string): Promise<Result<SessionState>> {
  const answer = await busyWith(to =>
    to.session.signIn({ email, password, ...(code === undefined ? {} : { code }) }),
  )
  if (answer.ok) accept(answer.value)
  return answer
}

/** Ends the session here and on the server. */
export const signOut = (): Promise<Result<undefined>> => busyWith(to => to.session.signOut())

/** Answers the question whether a session may rest on this computer without a keyring. */
export async function allowPlainStorage(allow: boolean): Promise<Result<SessionState>> {
  const answer = await busyWith(to => to.session.allowPlainStorage({ allow }))
  if (answer.ok) accept(answer.value)
  return answer
}

/** The signed-in user, or null. */
export const useUser = (): User | null => useSession(state => state.user)

/** Whether the signed-in user holds a permission rule. */
export const useHolds = (rule: PermissionRule): boolean =>
  useSession(state => state.user !== null && holds(state.user, rule))

/** Plan flags of the user's company; null while nobody is signed in or the server does not say. */
export const planFlagsOf = (user: User | null): PlanFlags | null => user?.company?.plan ?? null
