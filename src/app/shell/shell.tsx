import { DRAWER_OPEN_PX, holds, TITLE_SYMBOL_UP_TO } from '@contract'
import { CalendarClock } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import { Link } from 'react-router-dom'
import { useTexts } from '@/i18n'
import { useToday } from '@/stores/clock'
import { type Command, useCommands } from '@/stores/commands'
import { useKeyActions } from '@/stores/key-actions'
import { unsentCount, useOutbox } from '@/stores/outbox'
import { setPreferences, usePreferences } from '@/stores/preferences'
import { useRunsCampaigns } from '@/stores/runs-campaigns'
import { useOffered } from '@/stores/servers'
import { signOut, useUser } from '@/stores/session'
import { onSignOutAsked } from '@/stores/sign-out-question'
import { hasUnreadChats, needsAttention, useWorkplace } from '@/stores/workplace'
import { useCompanyPlace } from '@/stores/workspace'
import { enterScreen, looks, onDemand, useConfirm, useMedia, useNarrow, useSteadyNavigate } from '@/ui'
import { menuOf, sectionsAt, withPins } from '../navigation'
import { campaignsShown } from '../routing/screens'
import { daysToWarn, PAY_PATH, useMustPay } from '../subscription'
import { BottomBar } from './bottom-bar'
import { ConnectionLine } from './connection-state'
import { KeysOverview } from './keys-overview'
import { Palette } from './palette'
import { type BelowEntries, Rail } from './rail'
import styles from './shell.module.css'
import subscriptionLineStyles from './subscription-line.module.css'
import { type BarSlots, TopBar } from './top-bar'
import { useKeyboard } from './use-keyboard'

const PRODUCT = 'Turno'
const SYMBOL = '●'

/**
 * "Turno", "● Turno" for 1 to 20 waiting tickets, "(21) Turno" above; the screen's name goes in front of the product.
 */
export function windowTitle(screen: string, pending: number): string {
  const name = screen ? `${screen} · ${PRODUCT}` : PRODUCT
  if (pending <= 0) return name
  return pending <= TITLE_SYMBOL_UP_TO ? `${SYMBOL} ${name}` : `(${pending}) ${name}`
}

/** Keeps the document's title. */
function useWindowTitle(screen: string, pending: number): void {
  useEffect(() => {
    document.title = windowTitle(screen, pending)
  }, [screen, pending])
}

/** 'Sua assinatura vence em N dia(s)' when fewer than five days remain; once it has ended, that it has to be paid. */
function SubscriptionLine() {
  const { t, format } = useTexts()
  const today = useToday()
  const dueDate = useWorkplace(state => state.dueDate)
  const user = useUser()
  const paying = useMustPay()
  const days = daysToWarn(dueDate, today)
  const ended = user?.company?.dueDate
  if (paying && ended)
    return (
      <div className={subscriptionLineStyles.line} role="status">
        <CalendarClock size={16} strokeWidth={1.75} aria-hidden="true" />
        {t('shell.bar.payFirst', { date: format.date(ended) })}
      </div>
    )
  if (days === null) return null
  return (
    <div className={subscriptionLineStyles.line} role="status">
      <CalendarClock size={16} strokeWidth={1.75} aria-hidden="true" />
      {days === 0 && dueDate
        ? t('shell.bar.dueToday', { time: format.time(dueDate) })
        : t('shell.bar.dueSoon', { count: days })}
      {user && holds(user, 'drawer-admin-items:view') ? (
        <Link to="/financeiro">{t('shell.bar.toInvoices')}</Link>
      ) : null}
    </div>
  )
}

const SignOutDialog = onDemand(async () => (await import('./sign-out-dialog')).SignOutDialog)

const NOTHING_BELOW: BelowEntries = {}

export interface ShellProps {
  /** Name of the screen shown, in the current language. */
  title: string
  /** Product version for the footer. */
  version: string
  /** Waiting tickets, for the window's title. */
  pending: number
  /** What features put into the top bar. */
  slots: BarSlots
  /** What they put into the menu at the side. */
  below?: BelowEntries
  /** The company has to pay first: the menu leads to its invoices alone. */
  paying?: boolean
  children: ReactNode
}

const reload = (): void => void window.turno.app.reload()
const quit = (): void => void window.turno.app.quit()

/** The frame around every private screen. */
export function Shell({
  title,
  version,
  pending,
  slots,
  below = NOTHING_BELOW,
  paying = false,
  children,
}: ShellProps) {
  const { t } = useTexts()
  const user = useUser()
  const navigate = useSteadyNavigate()
  const confirm = useConfirm()
  const [palette, setPalette] = useState(false)
  const [keys, setKeys] = useState(false)
  const [unsent, setUnsent] = useState(false)
  const narrow = useNarrow()
  const wide = useMedia(`(min-width: ${DRAWER_OPEN_PX + 1}px)`)
  const remembered = usePreferences(state => state.drawerOpen)
  const pinned = usePreferences(state => state.menuPinned)
  const open = remembered ?? wide
  const plan = useWorkplace(state => state.plan)
  const connections = useWorkplace(needsAttention)
  const chats = useWorkplace(hasUnreadChats)
  const signals = useMemo(() => ({ connections, chats }), [connections, chats])
  const agentCampaigns = useRunsCampaigns()
  const auditLog = useOffered('auditLog')
  const knowledge = useOffered('knowledge')
  const macros = useOffered('macros')
  const reports = useOffered('reports')
  const rules = useOffered('rules')
  const serviceLevels = useOffered('serviceLevels')
  const sections = useMemo(() => {
    const offer = {
      campaignRoutes: campaignsShown(),
      agentCampaigns,
      auditLog,
      knowledge,
      macros,
      reports,
      rules,
      serviceLevels,
    }
    const menu = user ? menuOf(user, plan, offer) : []
    return paying ? sectionsAt(menu, PAY_PATH) : withPins(menu, pinned)
  }, [user, plan, paying, pinned, agentCampaigns, auditLog, knowledge, macros, reports, rules, serviceLevels])

  const toggleRail = useCallback(() => void setPreferences({ drawerOpen: !open }), [open])
  const search = useCallback(() => setPalette(true), [])
  const showKeys = useCallback(() => setKeys(true), [])
  const closePalette = useCallback(() => setPalette(false), [])
  const closeKeys = useCallback(() => setKeys(false), [])
  const place = useCompanyPlace()
  const leave = useCallback(async () => {
    if (unsentCount(useOutbox.getState()) > 0) {
      setUnsent(true)
      return
    }
    const sure = await confirm({
      title: t('shell.session.confirmSignOut'),
      text: t(`shell.session.leaves.${place}`),
      okLabel: t('shell.nav.signOut'),
      cancelLabel: t('common.cancel'),
    })
    if (sure) await signOut()
  }, [confirm, t, place])
  useEffect(() => onSignOutAsked(() => void leave()), [leave])
  // The form of the sign-in has gone with the keyboard.
  useEffect(() => enterScreen(), [])

  useKeyboard()
  useKeyActions('shell', {
    palette: () => setPalette(shown => !shown),
    overview: () => setKeys(shown => !shown),
    toggleRail,
  })
  useWindowTitle(title, pending)
  useCommands(
    'navigation',
    useMemo<Command[]>(
      () =>
        sections.flatMap(section =>
          section.entries.map(({ key, path, icon }) => ({
            id: `go.${key}`,
            title: t(`shell.nav.${key}`),
            group: 'go',
            icon,
            run: () => void navigate(path),
          })),
        ),
      [sections, t, navigate],
    ),
  )

  const frame = { sections, signals, below, version }
  return (
    <div className={styles.shell}>
      <a className={styles.skip} href="#content">
        {t('shell.skip')}
      </a>
      {narrow ? null : <Rail {...frame} open={open} onToggle={toggleRail} />}
      <div className={looks.fillColumn}>
        <TopBar
          title={title}
          {...slots}
          onSearch={search}
          onKeys={showKeys}
          onReload={reload}
          onSignOut={leave}
          onQuit={quit}
        />
        <ConnectionLine />
        <SubscriptionLine />
        <div id="content" className={styles.content} tabIndex={-1}>
          {children}
        </div>
        {narrow ? <BottomBar {...frame} onSignOut={leave} /> : null}
      </div>
      <Palette open={palette} onClose={closePalette} />
      <KeysOverview open={keys} onClose={closeKeys} />
      {unsent ? <SignOutDialog onClose={() => setUnsent(false)} onSignOut={() => void signOut()} /> : null}
    </div>
  )
}
