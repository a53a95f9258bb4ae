import { holds, UNCHOSEN_KEY, type User } from '@contract'
import { Navigate, Outlet, useLocation } from 'react-router-dom'
import { useServers } from '@/stores/servers'
import { useSession, useUser } from '@/stores/session'
import { useWorkspaceState } from '@/stores/workspace'
import { SteadyNavigate } from '@/ui'
import { Splash } from '../shell/splash'
import { PAY_PATH, useMustPay } from '../subscription'

/** Where a person lands after signing in: admins on the dashboard, others on the tickets. */
export const landingOf = (user: Pick<User, 'profile' | 'super'>): string =>
  holds(user, 'dashboard:view') ? '/' : '/tickets'

/** What a private route hands the sign-in screen, so that an expired session continues where it was. */
interface SentFrom {
  from?: string
}

/**
 * Where somebody begins who is not signed in: the first window while nothing is chosen, a company's founding where one is
 * still to come.
 */
function useEntrance(): string {
  const current = useServers(({ state }) => state?.current)
  const workspace = useWorkspaceState()
  if (current === UNCHOSEN_KEY) return '/welcome'
  return workspace?.kind === 'empty' ? '/welcome/company' : '/login'
}

/** The first window and its questions: for everybody, at any time; what they change is seen when they are done. */
export function WelcomeOpen() {
  const status = useSession(state => state.status)
  const changing = useServers(state => state.changing)
  return status === 'starting' && !changing ? <Splash /> : <Outlet />
}

/** Private part: unauthenticated visitors go to /login, whoever has to pay first goes to the invoices. */
export function PrivateOnly() {
  const status = useSession(state => state.status)
  const user = useUser()
  const { pathname } = useLocation()
  const entrance = useEntrance()
  const paying = useMustPay()
  if (status === 'starting') return <Splash />
  if (status === 'signedOut') {
    const state: SentFrom = { from: pathname }
    return <Navigate to={entrance} replace state={state} />
  }
  if (paying && pathname !== PAY_PATH) return <Navigate to={PAY_PATH} replace />
  // Who has no dashboard is led on, before the frame is drawn: whoever starts Turno waits for the screen behind it.
  if (user && pathname === '/' && landingOf(user) !== '/') return <Navigate to={landingOf(user)} replace />
  return (
    <SteadyNavigate>
      <Outlet />
    </SteadyNavigate>
  )
}

const ticketPath = (value: unknown): string | null =>
  typeof value === 'string' && /^\/tickets\/[\w-]+$/.test(value) ? value : null

/**
 * Public part: an authenticated visitor goes to their landing page. After a session that ended by itself the open
 * ticket is shown again, because a draft may wait there.
 */
export function PublicOnly() {
  const { status, user, reason } = useSession()
  const { state } = useLocation()
  const entrance = useEntrance()
  if (status === 'starting') return <Splash />
  if (status === 'signedIn' && user) {
    const from = reason === 'none' ? null : ticketPath((state as SentFrom | null)?.from)
    return <Navigate to={from ?? landingOf(user)} replace />
  }
  if (entrance !== '/login') return <Navigate to={entrance} replace />
  return <Outlet />
}
