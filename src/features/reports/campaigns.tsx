import type { QueryIn, ReportCampaign } from '@contract'
import { type ReactNode, Suspense } from 'react'
import { Link } from 'react-router-dom'
import { call } from '@/api'
import { Chart } from '@/features/dashboard'
import { WaitingChart } from '@/features/figures'
import { LoadError } from '@/features/load-error'
import { useTexts } from '@/i18n'
import { dayAndTime } from '@/stores/company-clock'
import { axisLabels } from './labels'
import { NothingHere } from './nothing-here'
import { Part } from './part'
import { Pressable } from './pressable'
import type { Report } from './report'
import { type Column, SortedTable } from './sorted-table'
import { useLoaded } from './use-figures'

const COUNTED = ['contacts', 'sent', 'delivered', 'failed', 'replied'] as const

type Outcome = NonNullable<QueryIn<'reports.tickets'>['recipients']>

/** Campaigns that began in the period, and what came of them. */
export function Campaigns({ report, zone, linked }: { report: Report; zone: string; linked: boolean }) {
  const { t, format } = useTexts()
  const { from, to } = report.days
  const { value, error, busy, reload } = useLoaded(`${from} ${to}`, signal =>
    call('reports.campaigns', { query: { from, to }, signal }),
  )
  const rows = value?.campaigns
  const title = t('reports.section.campaigns')
  const frame = (content: ReactNode) => (
    <Part title={title} busy={busy} {...(rows?.length ? { picture: `${from} ${to}` } : {})}>
      {content}
    </Part>
  )
  if (!rows)
    return frame(
      error === null ? <WaitingChart /> : <LoadError compact error={error} onRetry={reload} busy={busy} />,
    )
  if (rows.length === 0) return frame(<NothingHere ofThis />)
  const labels = axisLabels(rows.map(row => row.name))
  const sum = (key: (typeof COUNTED)[number]): number => rows.reduce((all, row) => all + row[key], 0)
  const share = (replied: number, delivered: number): string =>
    delivered > 0 ? format.percent(Math.min(1, replied / delivered)) : '–'
  const tickets = (row: ReportCampaign, recipients: Outcome): void =>
    report.show({
      title: `${t(`reports.campaigns.${recipients}`)}: ${row.name}`,
      figure: 'arrived',
      of: { campaignId: row.id, recipients },
    })
  const columns: Column<ReportCampaign>[] = [
    {
      key: 'name',
      title: t('reports.campaigns.name'),
      value: row => row.name,
      cell: row => (linked ? <Link to={`/campaign/${row.id}/report`}>{row.name}</Link> : row.name),
    },
    {
      key: 'startedAt',
      title: t('reports.campaigns.startedAt'),
      value: row => row.startedAt,
      cell: row => (row.startedAt ? dayAndTime(row.startedAt, zone) : '–'),
    },
    ...COUNTED.map(
      (key): Column<ReportCampaign> => ({
        key,
        title: t(`reports.campaigns.${key}`),
        figures: true,
        value: row => row[key],
        cell: row =>
          key === 'contacts' ? (
            format.number(row.contacts)
          ) : (
            <Pressable
              count={row[key]}
              title={`${t(`reports.campaigns.${key}`)}: ${row.name}`}
              onPress={() => tickets(row, key)}
            />
          ),
        whole: format.number(sum(key)),
      }),
    ),
    {
      key: 'rate',
      title: t('reports.campaigns.rate'),
      figures: true,
      value: row => (row.delivered > 0 ? row.replied / row.delivered : null),
      cell: row => share(row.replied, row.delivered),
      whole: share(sum('replied'), sum('delivered')),
    },
  ]
  return frame(
    <>
      <Suspense fallback={<WaitingChart />}>
        <Chart
          rows={rows.slice(0, 20).map((row, at) => ({
            label: labels[at] ?? row.name,
            title: row.name,
            total: row.delivered,
            second: row.replied,
          }))}
          shape="bars"
          label={title}
          categoryName={t('reports.campaigns.name')}
          totalName={t('reports.campaigns.delivered')}
          secondName={t('reports.campaigns.replied')}
          tabled
          onPress={(pressed, second) => {
            const row = rows[labels.indexOf(pressed.label)]
            if (row) tickets(row, second ? 'replied' : 'delivered')
          }}
        />
      </Suspense>
      <SortedTable
        name="reports.campaigns"
        label={title}
        columns={columns}
        rows={rows}
        keyOf={row => String(row.id)}
      />
    </>,
  )
}
