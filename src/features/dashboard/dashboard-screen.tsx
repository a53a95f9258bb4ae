import type { User } from '@contract'
import { RefreshCw } from 'lucide-react'
import { lazy, Suspense, useEffect, useMemo, useState } from 'react'
import { CostTable, NoChart, StillCounting, WaitingChart } from '@/features/figures'
import { FirstSteps } from '@/features/first-run'
import { LoadError } from '@/features/load-error'
import { useTexts } from '@/i18n'
import { useCompanyZone } from '@/stores/company-clock'
import { useUser } from '@/stores/session'
import { useHasCloudNumber, whatsappsDirectory } from '@/stores/whatsapps'
import { useWorkplace } from '@/stores/workplace'
import { IconButton, looks } from '@/ui'
import { Attendants } from './attendants'
import type { ChartProps } from './charts'
import { Copilot } from './copilot'
import { Counters } from './counters'
import styles from './dashboard-screen.module.css'
import { agentRows, dayRows } from './figures'
import { Panel } from './panel'
import { FIRST_FILTER } from './period'
import { PeriodFilterBar } from './period-filter'
import { ServiceLevels } from './service-levels'
import { useDashboard } from './use-dashboard'

const Chart = lazy(() => import('./charts'))

/** A chart of a part that may still be travelling; the same height in every state. */
function Drawing({ rows, ...chart }: Omit<ChartProps, 'rows'> & { rows: ChartProps['rows'] | null }) {
  const { t } = useTexts()
  if (!rows) return <WaitingChart />
  if (rows.every(row => row.total === 0))
    return <NoChart title={t('dashboard.chart.empty')} text={t('dashboard.chart.emptyText')} />
  return (
    <Suspense fallback={<WaitingChart />}>
      <Chart rows={rows} {...chart} />
    </Suspense>
  )
}

/** Who is greeted; the expiry date of the company is for admins only. */
function Greeting({ user }: { user: User }) {
  const { t, format } = useTexts()
  const dueDate = useWorkplace(state => state.dueDate)
  const expires = user.profile === 'admin' && dueDate ? format.date(dueDate) : ''
  return (
    <div className={styles.greeting}>
      <h2 className={looks.title}>{t('dashboard.greeting', { name: user.name })}</h2>
      <p className={looks.quiet}>
        {user.company ? t('dashboard.welcome', { company: user.company.name }) : null}
        {expires ? <span data-expiry>{` ${t('dashboard.expires', { date: expires })}`}</span> : null}
      </p>
    </div>
  )
}

function Figures({ user }: { user: User }) {
  const { t, format } = useTexts()
  const [filter, setFilter] = useState(FIRST_FILTER)
  const { figures, perDay, perUser, copilot, serviceLevels, costs, updatedAt, busy, reload } = useDashboard(
    filter,
    user.companyId,
    useCompanyZone(),
  )

  // Where no message is charged for, nobody asked what messages cost.
  const hasCloud = useHasCloudNumber()
  useEffect(() => void whatsappsDirectory.ensure(), [])

  const days = perDay.value
  const hourly = days?.data.some(row => row.data === '') ?? false
  const columns = useMemo(() => (days ? dayRows(days.data) : null), [days])
  const people = perUser.value
  const bars = useMemo(
    () => (people ? agentRows(people.data, count => t('dashboard.users.others', { count })) : null),
    [people, t],
  )
  const dayTitle = t(hourly ? 'dashboard.days.hoursTitle' : 'dashboard.days.title')
  const again = { onRetry: reload, busy }
  const failed = figures.status === 'failed' && figures.value === null

  return (
    <>
      <div className={styles.top}>
        <Greeting user={user} />
        <div className={styles.tools}>
          <PeriodFilterBar initial={FIRST_FILTER} onChange={setFilter} />
          <span className={styles.updated}>
            {updatedAt === null ? '' : t('dashboard.updated', { time: format.clock(updatedAt) })}
            <IconButton icon={RefreshCw} label={t('dashboard.refresh')} disabled={busy} onClick={reload} />
          </span>
        </div>
      </div>
      {failed ? (
        <div className={styles.failed}>
          <LoadError compact title={t('dashboard.counters.failed')} error={figures.error} {...again} />
        </div>
      ) : (
        <>
          <StillCounting counting={figures.value?.counting} />
          <Counters counters={figures.value?.counters ?? null} platform={user.super} />
        </>
      )}
      <div className={styles.charts}>
        <Panel
          title={dayTitle}
          note={days ? t('dashboard.days.total', { count: days.count }) : undefined}
          failedText={t('dashboard.days.failed')}
          part={perDay}
          {...again}
        >
          <Drawing
            rows={columns}
            shape="columns"
            label={dayTitle}
            categoryName={t(hourly ? 'dashboard.days.hour' : 'dashboard.days.day')}
            totalName={t('dashboard.chart.total')}
          />
        </Panel>
        <Panel
          title={t('dashboard.users.title')}
          failedText={t('dashboard.users.failed')}
          part={perUser}
          {...again}
        >
          <Drawing
            rows={bars}
            shape="bars"
            label={t('dashboard.users.title')}
            categoryName={t('dashboard.attendants.name')}
            totalName={t('dashboard.chart.total')}
          />
        </Panel>
      </div>
      <Panel
        title={t('dashboard.attendants.title')}
        failedText={t('dashboard.attendants.failed')}
        part={figures}
        {...again}
      >
        <Attendants people={figures.value?.attendants ?? null} />
      </Panel>
      {serviceLevels && (serviceLevels.value?.results.length ?? 1) > 0 ? (
        <Panel
          title={t('dashboard.serviceLevels.title')}
          failedText={t('dashboard.serviceLevels.failed')}
          part={serviceLevels}
          {...again}
        >
          <ServiceLevels results={serviceLevels.value?.results ?? null} />
        </Panel>
      ) : null}
      {costs && (costs.value ? costs.value.numbers > 0 : costs.status === 'failed' && hasCloud) ? (
        <Panel
          title={t('connections.cost.title')}
          failedText={t('dashboard.costs.failed')}
          part={costs}
          {...again}
        >
          <div className={styles.costs}>
            {costs.value ? <CostTable by="connection" report={costs.value} /> : null}
          </div>
        </Panel>
      ) : null}
      {copilot && (copilot.value === null || copilot.value.figures) ? (
        <Panel
          title={t('dashboard.copilot.title')}
          failedText={t('dashboard.copilot.failed')}
          part={copilot}
          {...again}
        >
          <Copilot figures={copilot.value?.figures ?? null} />
        </Panel>
      ) : null}
    </>
  )
}

/** `/`: counters, two charts and the attendants of a period. Who may not see it is led to the tickets by its route. */
export function DashboardScreen() {
  const user = useUser()
  const { t } = useTexts()
  if (!user) return null
  return (
    <main className={styles.screen} aria-label={t('shell.nav.dashboard')} data-pane="content">
      <div className={styles.page}>
        <FirstSteps />
        <Figures user={user} />
      </div>
    </main>
  )
}
