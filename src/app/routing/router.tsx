import { Modal } from 'antd'
import { type ReactNode, Suspense, useEffect } from 'react'
import {
  createBrowserRouter,
  Navigate,
  Outlet,
  type RouteObject,
  useLocation,
  useMatches,
  useParams,
} from 'react-router-dom'
import { useTexts } from '@/i18n'
import { refetchAll } from '@/stores/feed'
import { useUser } from '@/stores/session'
import { followWorkplace } from '@/stores/workplace'
import { ErrorBoundary, SkeletonRows } from '@/ui'
import {
  Forgotten,
  PaletteSearches,
  PlainStorageConsent,
  SCREENS,
  SignIn,
  SignUp,
  SLOTS,
  Unavailable,
  useSettingsCommands,
  Welcome,
  WelcomeCompany,
  WelcomeServer,
} from '../composition'
import { LanguageMenu } from '../shell/language-menu'
import { Shell } from '../shell/shell'
import { Splash } from '../shell/splash'
import { ThemeToggle } from '../shell/theme-toggle'
import { usePendingCount, useVersion } from '../signals'
import { useMustPay } from '../subscription'
import { Guarded, PrivateOnly, PublicOnly, WelcomeOpen } from './guards'
import { UnknownPage } from './pages'
import { SCREEN_ROUTES, type ScreenRoute } from './screens'

/** Name of the screen the current route shows, from the route table. */
function useScreenTitle(): string {
  const { t } = useTexts()
  const handle = useMatches().at(-1)?.handle as
    | { nav?: NonNullable<ScreenRoute['nav'] | ScreenRoute['title']> }
    | undefined
  return handle?.nav ? t(`shell.nav.${handle.nav}`) : t('common.product')
}

function SettingsCommands(): null {
  useSettingsCommands()
  return null
}

/** Whoever has to pay first has no chats, no announcements and nothing to be notified of. */
const PAYING_SLOTS = { profile: SLOTS.profile }

/** The frame with the current screen in it; a screen that fails does not take the frame along. */
function Frame() {
  const { t } = useTexts()
  const user = useUser()
  const { pathname } = useLocation()
  const paying = useMustPay()
  useEffect(() => (user ? followWorkplace(user) : undefined), [user])
  // A question somebody was asked goes with the session: it would stand over the sign-in and take its keys.
  useEffect(() => () => Modal.destroyAll(), [])
  useEffect(() => {
    if (!paying) return
    // Paid: what was refused until now is asked for again.
    return () => refetchAll()
  }, [paying])
  return (
    <Shell
      title={useScreenTitle()}
      version={useVersion()}
      pending={usePendingCount()}
      slots={paying ? PAYING_SLOTS : SLOTS}
      paying={paying}
    >
      <ErrorBoundary
        title={t('shell.failure.title')}
        text={t('shell.failure.text')}
        reloadLabel={t('common.retry')}
        resetKey={pathname}
        onError={error =>
          void window.turno.log.write({
            level: 'error',
            message:
              `screen failed: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`.slice(
                0,
                4_000,
              ),
          })
        }
      >
        <Suspense fallback={<SkeletonRows count={8} height={64} avatar label={t('common.loading')} />}>
          <Outlet />
        </Suspense>
      </ErrorBoundary>
      <Suspense fallback={null}>
        {paying ? null : <SettingsCommands />}
        {paying ? null : <PaletteSearches />}
        <PlainStorageConsent />
      </Suspense>
    </Shell>
  )
}

/** `/tickets/undefined` is a link made of nothing: it leads to the list (specification 1 section 2). */
function NotUndefined({ children }: { children: ReactNode }) {
  const { ticketId } = useParams()
  return ticketId === 'undefined' ? <Navigate to="/tickets" replace /> : children
}

function screenRoute(route: ScreenRoute): RouteObject {
  const Screen = SCREENS[route.path] ?? Unavailable
  return {
    path: route.path,
    handle: { nav: route.title ?? route.nav },
    element: (
      <Guarded route={route}>
        <NotUndefined>
          <Screen />
        </NotUndefined>
      </Guarded>
    ),
  }
}

/** What people set before they have signed in. */
const PublicTools = () => (
  <>
    <ThemeToggle />
    <LanguageMenu />
  </>
)

/** Every route of the product. Paths whose list and detail share a screen keep it mounted between the two. */
export function routes(): RouteObject[] {
  return [
    {
      element: <PublicOnly />,
      children: [
        {
          element: (
            <Suspense fallback={<Splash />}>
              <Outlet />
            </Suspense>
          ),
          children: [
            {
              path: '/login',
              element: <SignIn tools={<PublicTools />} />,
            },
            { path: '/signup', element: <SignUp tools={<PublicTools />} /> },
            { path: '/forgetpsw', element: <Forgotten tools={<PublicTools />} /> },
          ],
        },
      ],
    },
    {
      element: (
        <Suspense fallback={<Splash />}>
          <WelcomeOpen />
        </Suspense>
      ),
      children: [
        { path: '/welcome', element: <Welcome tools={<PublicTools />} /> },
        { path: '/welcome/company', element: <WelcomeCompany tools={<PublicTools />} /> },
        { path: '/welcome/server', element: <WelcomeServer tools={<PublicTools />} /> },
      ],
    },
    {
      element: <PrivateOnly />,
      children: [
        {
          element: <Frame />,
          children: [...SCREEN_ROUTES.map(screenRoute), { path: '*', element: <UnknownPage /> }],
        },
      ],
    },
  ]
}

export const createRouter = () => createBrowserRouter(routes())
