import { COST_GROUPS, type CostGroup, isTime } from '@contract'
import { Button } from 'antd'
import { useMemo } from 'react'
import { useNavigate } from 'react-router-dom'
import { call } from '@/api'
import { costGroupName, NoChart } from '@/features/figures'
import { LoadError } from '@/features/load-error'
import { useTexts } from '@/i18n'
import { useOffered } from '@/stores/servers'
import { useHolds } from '@/stores/session'
import { cx, EmptyState, Select, SkeletonRows } from '@/ui'
import { GroupChart, GroupTable, type Loaded, type Row, Savings, Totals } from './cost-parts'
import type { ReportFilter } from './filter'
import { groupLabel } from './labels'
import { NothingHere } from './nothing-here'
import { Part } from './part'
import type { Report } from './report'
import styles from './reports.module.css'
import { useLoaded } from './use-figures'

/** What the estimates lack, and the way to fill it in for who may. */
function Lacking({ data }: { data: Loaded }) {
  const { t, format } = useTexts()
  const navigate = useNavigate()
  const mayFill = useHolds('connections-page:editOrDeleteConnection')
  const { missing } = data.total
  if (data.rates !== null && missing === 0) return null
  return (
    <div className={cx(styles.old, styles.lacking)} role="status">
      {data.rates === null
        ? t('reports.costs.noRates')
        : t('connections.cost.missing', { count: missing, n: format.number(missing) })}
      {mayFill ? (
        <Button size="small" onClick={() => void navigate('/connections')}>
          {t('reports.costs.toConnections')}
        </Button>
      ) : null}
    </div>
  )
}

function OfferedCosts({ report, onChange }: CostsProps) {
  const { t, language } = useTexts()
  const { filter, query, step } = report
  const { tagId: _tag, ...asked } = query
  const by = filter.costBy ?? step
  const { compare } = filter
  const { value, error, busy, reload } = useLoaded(JSON.stringify([asked, by, compare]), async signal => ({
    ...(await call('reports.costs', { query: { ...asked, by, compare }, signal })),
    by,
  }))
  const rows = useMemo(
    () =>
      value?.rows.map((row): Row => {
        const { short, long } = isTime(value.by)
          ? groupLabel(value.by, row, t, language)
          : (name => ({ short: name, long: name }))(costGroupName(t, value.by, row.key, row.name))
        return { ...row, short, label: long }
      }) ?? [],
    [value, t, language],
  )
  if (error !== null)
    return (
      <div className={styles.failed}>
        <LoadError title={t('reports.failed')} error={error} onRetry={reload} busy={busy} />
      </div>
    )
  const { free = 0, charged = 0 } = value?.total ?? {}
  const empty = value !== null && free + charged === 0
  const stale = busy && value !== null
  const choice = (
    <Select<CostGroup | 'time'>
      className={styles.choice ?? ''}
      size="small"
      aria-label={t('reports.costs.split')}
      popupMatchSelectWidth={false}
      value={filter.costBy ?? 'time'}
      options={[
        { value: 'time', label: t(`figures.cost.byIs.${step}`) },
        ...COST_GROUPS.map(one => ({ value: one, label: t(`figures.cost.byIs.${one}`) })),
      ]}
      onChange={one => onChange({ costBy: one === 'time' ? null : one })}
    />
  )
  if (empty && value.numbers === 0)
    return (
      <Part title={t('reports.section.costs')} busy={stale}>
        <NoChart title={t('reports.costs.noNumber')} text={t('reports.costs.noNumberText')} />
      </Part>
    )
  if (empty)
    return (
      <Part title={t('reports.section.costs')} busy={stale}>
        <NothingHere ofThis />
      </Part>
    )
  const part = value && { data: value, rows, report, busy: stale }
  return (
    <>
      {value ? <Lacking data={value} /> : null}
      <Totals data={value} compared={compare} />
      {part ? (
        <>
          <GroupChart {...part} tools={choice} />
          <Savings {...part} />
          <GroupTable {...part} />
        </>
      ) : (
        <Part title={t('reports.section.costs')}>
          <SkeletonRows count={8} height={44} label={t('common.loading')} />
        </Part>
      )}
    </>
  )
}

interface CostsProps {
  report: Report
  onChange: (change: Partial<ReportFilter>) => void
}

/** What messages of the Cloud API cost, by the company's own rate card, and what a change would save. */
export function Costs(props: CostsProps) {
  const { t } = useTexts()
  return useOffered('messageCosts') ? (
    <OfferedCosts {...props} />
  ) : (
    <EmptyState title={t('reports.costs.older')} text={t('reports.costs.olderText')} />
  )
}
