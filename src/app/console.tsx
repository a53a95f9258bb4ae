/** What somebody works in who has signed in: the frame and its screens (routing/console-loading.ts loads it). */
import { Modal } from 'antd'
import { type ReactNode, Suspense, useEffect, useState } from 'react'
import { Navigate, Outlet, useLocation, useMatches, useParams } from 'react-router-dom'
import { useTexts } from '@/i18n'
import { refetchAll } from '@/stores/feed'
import { followMain } from '@/stores/follow-main'
import { useUser } from '@/stores/session'
import { followWorkplace } from '@/stores/workplace'
import { ErrorBoundary, SkeletonRows } from '@/ui'
import {
  BELOW,
  PaletteSearches,
  PlainStorageConsent,
  SCREENS,
  SLOTS,
  Unavailable,
  useReportCommands,
  useSettingsCommands,
} from './composition'
import { Guarded } from './routing/guarded'
import type { ScreenRoute } from './routing/screens'
import { Shell } from './shell/shell'
import { useMustPay } from './subscription'

/**
 * Customers who wait in my queues, as main counts them: the title never disagrees with the tray and the icon. 0 until main
 * said.
 */
function usePendingCount(): number {
  const [pending, setPending] = useState(0)
  useEffect(() => {
    const { on, attention } = window.turno
    return followMain(on.attentionChanged, attention.state, now => setPending(now.pending)).stop
  }, [])
  return pending
}

/** Version of the product; "" until main said. */
function useVersion(): string {
  const [version, setVersion] = useState('')
  useEffect(() => {
    void window.turno.app.info().then(answer => {
      if (answer.ok) setVersion(answer.value.version)
    })
  }, [])
  return version
}

/** Name of the screen the current route shows, from the route table. */
function useScreenTitle(): string {
  const { t } = useTexts()
  const handle = useMatches().at(-1)?.handle as
    | { nav?: NonNullable<ScreenRoute['nav'] | ScreenRoute['title']> }
    | undefined
  return handle?.nav ? t(`shell.nav.${handle.nav}`) : t('common.product')
}

function SettingsCommands(): null {
  useReportCommands()
  useSettingsCommands()
  return null
}

/** Whoever has to pay first has no chats, no announcements and nothing to be notified of. */
const PAYING_SLOTS = { profile: SLOTS.profile }

/** The frame with the current screen in it; a screen that fails does not take the frame along. */
export function Frame() {
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
      below={BELOW}
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

/** `/tickets/undefined` is a link made of nothing: it leads to the list. */
function NotUndefined({ children }: { children: ReactNode }) {
  const { ticketId } = useParams()
  return ticketId === 'undefined' ? <Navigate to="/tickets" replace /> : children
}

/** The screen of a route, for whoever may see it. */
export function RouteScreen({ route }: { route: ScreenRoute }) {
  const Screen = SCREENS[route.path] ?? Unavailable
  return (
    <Guarded route={route}>
      <NotUndefined>
        <Screen />
      </NotUndefined>
    </Guarded>
  )
}
