import { dayIn, holds } from '@contract'
import { Dropdown } from 'antd'
import { ChartNoAxesCombined, Ellipsis, Printer, RefreshCw } from 'lucide-react'
import { type ReactNode, useCallback, useEffect, useMemo, useRef, useState } from 'react'
import { Navigate, NavLink, useLocation, useParams, useSearchParams } from 'react-router-dom'
import { call } from '@/api'
import { useAttempt } from '@/features/kit'
import { LoadError } from '@/features/load-error'
import { ReportActions } from '@/features/report-files'
import { useTexts } from '@/i18n'
import { serverNow } from '@/stores/clock'
import { useCompanyZone } from '@/stores/company-clock'
import { useOffered } from '@/stores/servers'
import { useHolds, useUser } from '@/stores/session'
import { toasts } from '@/stores/toasts'
import { useWorkplace } from '@/stores/workplace'
import { cx, EmptyState, IconButton, Locked, looks, MENU_KEYS, ToolbarButton, useConfirm } from '@/ui'
import { Campaigns } from './campaigns'
import { CopilotPart } from './copilot-part'
import { Costs } from './costs'
import { DistributionPart } from './distribution-part'
import { exportedOf } from './exported'
import { daysOf, filterIn, paramsOf, queryOf, type ReportFilter, stepOf } from './filter'
import { FilterBar, type FilterBarProps } from './filter-bar'
import { Forecast } from './forecast'
import { Funnel } from './funnel'
import { GroupReport } from './group-report'
import { HeatMap } from './heat-map'
import { Levels } from './levels'
import { OlderReports } from './older'
import { Part, PictureFacts } from './part'
import { printReport, saveReportAsPdf, untilComplete } from './print'
import { Ratings } from './ratings'
import type { Behind, Report } from './report'
import styles from './reports.module.css'
import { type ReportSection, SECTIONS, type SectionKey, sectionPath } from './sections'
import { TicketsDrawer } from './tickets-drawer'
import { useFigures } from './use-figures'
import { usePaper } from './use-paper'

/** When conversations begin; asked for by itself, because it is grouped by hours of the week. */
function Hours({ report }: { report: Report }) {
  const { t } = useTexts()
  const { value, error, busy, reload } = useFigures(report.query, 'hour', false)
  if (error !== null)
    return (
      <Part title={t('reports.heat.title')}>
        <LoadError compact error={error} onRetry={reload} busy={busy} />
      </Part>
    )
  return <HeatMap data={value} report={report} busy={busy && value !== null} />
}

/** A section's parts beside those that every one has. */
function Section({
  section,
  report,
  zone,
  onChange,
}: {
  section: ReportSection
  report: Report
  zone: string
  onChange: (change: Partial<ReportFilter>) => void
}) {
  const plan = useWorkplace(state => state.plan)
  if (section.key === 'campaigns')
    return <Campaigns report={report} zone={zone} linked={plan?.useCampaigns === true} />
  if (section.key === 'costs') return <Costs report={report} onChange={onChange} />
  if (section.key === 'forecast') return <Forecast report={report} onChange={onChange} />
  return (
    <>
      <GroupReport section={section} report={report}>
        {({ value, busy }) => {
          const part = { data: value, report, busy: busy && value !== null }
          if (section.key === 'overview')
            return (
              <>
                <div className={styles.pair}>
                  <DistributionPart {...part} />
                  <Funnel {...part} />
                </div>
                <Hours report={report} />
              </>
            )
          if (section.key === 'conversations') return <DistributionPart {...part} />
          if (section.key === 'bot')
            return (
              <>
                <Funnel {...part} />
                <CopilotPart report={report} />
              </>
            )
          if (section.key === 'sla') return <Levels {...part} />
          return null
        }}
      </GroupReport>
      {section.key === 'csat' ? <Ratings report={report} zone={zone} /> : null}
    </>
  )
}

/** What administrators may do with the figures as a whole. */
function More() {
  const { t } = useTexts()
  const confirm = useConfirm()
  const attempt = useAttempt()
  const rebuild = async (): Promise<void> => {
    const sure = await confirm({
      title: t('reports.rebuild.title'),
      text: t('reports.rebuild.text'),
      okLabel: t('reports.rebuild.ok'),
      cancelLabel: t('common.cancel'),
    })
    if (sure) await attempt(() => call('reports.rebuild'), t('reports.rebuild.done'))
  }
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        ...MENU_KEYS,
        items: [{ key: 'rebuild', label: t('reports.rebuild.menu'), onClick: () => void rebuild() }],
      }}
    >
      <IconButton icon={Ellipsis} label={t('reports.more')} />
    </Dropdown>
  )
}

/** Parts of the filter that a section has, where these are not all. */
const PARTS: Partial<Record<SectionKey, FilterBarProps['parts']>> = {
  campaigns: 'period',
  costs: 'messages',
  forecast: 'queues',
}

/** `/reports/:section?`: figures of a period, their groups, and the tickets behind them. */
export function ReportsScreen() {
  const { t } = useTexts()
  const { section: key } = useParams()
  const { search } = useLocation()
  const [params, setParams] = useSearchParams()
  const user = useUser()
  const zone = useCompanyZone()
  const offered = useOffered('reports')
  const mayRebuild = useHolds('settings:edit')
  const [behind, setBehind] = useState<Behind | null>(null)
  const [round, setRound] = useState(0)
  const page = useRef<HTMLDivElement>(null)
  const section = SECTIONS.find(one => one.key === (key ?? 'overview'))
  const today = dayIn(zone, new Date(serverNow()))
  const report = useMemo((): Report => {
    const filter = filterIn(params)
    const days = daysOf(filter.period, today)
    return { filter, days, query: queryOf(filter, today), step: stepOf(days), show: setBehind }
  }, [params, today])
  useEffect(() => {
    document
      .getElementById(`reports-link-${section?.key}`)
      ?.scrollIntoView?.({ inline: 'center', block: 'nearest' })
  }, [section])
  const change = useCallback(
    (part: Partial<ReportFilter>) => setParams(paramsOf({ ...report.filter, ...part })),
    [report.filter, setParams],
  )
  const title = section && offered ? t(`reports.section.${section.key}`) : t('reports.title')
  const parts = offered && section ? (PARTS[section.key] ?? 'all') : 'period'
  const paper = usePaper(report, zone, title, parts)
  const pictureFacts = (): string[] => {
    const { company, about } = paper()
    return [company, ...about].filter(fact => fact !== '')
  }
  if (!user) return null
  if (!section) return <Navigate to={`/reports${search}`} replace />
  const supervisor = !user.super && user.profile !== 'admin'
  const dates = `${report.days.from.split('-').reverse().join('/')} – ${report.days.to.split('-').reverse().join('/')}`
  const onPaper = async (as: 'print' | 'pdf'): Promise<void> => {
    const shown = page.current
    if (!shown) return
    if (!(await untilComplete(shown))) return void toasts.info(t('reports.paper.waiting'))
    if (as === 'print') return printReport(shown, paper())
    const name = [t('reportFiles.export.name'), title, report.days.from, report.days.to].join(' ')
    if (!(await saveReportAsPdf(shown, paper(), name))) toasts.error(t('reports.paper.failed'))
  }
  const content = (): ReactNode => {
    if (offered)
      return (
        <Section
          key={`${section.key} ${round}`}
          section={section}
          report={report}
          zone={zone}
          onChange={change}
        />
      )
    return holds(user, 'dashboard:view') ? (
      <OlderReports key={round} days={report.days} />
    ) : (
      <EmptyState drawing={Locked} title={t('reports.older.title')} text={t('reports.older.adminsOnly')} />
    )
  }
  return (
    <main className={styles.screen} aria-label={t('reports.title')} data-pane="content">
      <div className={styles.page}>
        <header className={styles.top}>
          <div className={styles.heading}>
            <h2 className={styles.title}>{title}</h2>
            <p className={styles.about}>{offered ? t(`reports.about.${section.key}`) : dates}</p>
          </div>
          <div className={styles.actions}>
            {offered ? (
              <ReportActions report={exportedOf(section, report)} onPdf={() => void onPaper('pdf')} />
            ) : null}
            <ToolbarButton
              icon={Printer}
              label={t('reports.print')}
              fold
              onClick={() => void onPaper('print')}
            />
            <IconButton icon={RefreshCw} label={t('reports.refresh')} onClick={() => setRound(round + 1)} />
            {offered && mayRebuild ? <More /> : null}
          </div>
        </header>
        {offered ? (
          <nav className={cx(styles.sections, looks.swiped)} aria-label={t('reports.sections')}>
            {SECTIONS.map(({ key: other }) => (
              <NavLink
                key={other}
                id={`reports-link-${other}`}
                to={{ pathname: sectionPath(other), search }}
                end
                className={cx(styles.link, other === section.key && styles.current)}
                aria-current={other === section.key ? 'page' : undefined}
              >
                {t(`reports.section.${other}`)}
              </NavLink>
            ))}
          </nav>
        ) : null}
        <FilterBar filter={report.filter} days={report.days} zone={zone} onChange={change} parts={parts} />
        {supervisor && offered ? (
          <p className={styles.scope}>
            <ChartNoAxesCombined size={16} strokeWidth={1.75} aria-hidden="true" />
            {t('reports.ownQueues')}
          </p>
        ) : null}
        <div ref={page} className={styles.parts}>
          <PictureFacts value={pictureFacts}>{content()}</PictureFacts>
        </div>
      </div>
      <TicketsDrawer behind={behind} report={report} zone={zone} onClose={() => setBehind(null)} />
    </main>
  )
}
