import { dayIn, FIGURE_CLOCKS, type FigureClock, REPORT_MAX_DAYS } from '@contract'
import { Checkbox } from 'antd'
import { useEffect } from 'react'
import { STATISTICS } from '@/features/figures'
import { RangeField, useClockNote } from '@/features/kit'
import { useTexts } from '@/i18n'
import { serverNow } from '@/stores/clock'
import { queuesDirectory, useQueues } from '@/stores/queues'
import { useUser } from '@/stores/session'
import { tagsDirectory, useTags } from '@/stores/tags'
import { usersDirectory, useUsers } from '@/stores/users'
import { useWhatsapps, whatsappsDirectory } from '@/stores/whatsapps'
import { cx, looks, SegmentedTabs, Select } from '@/ui'
import { type Days, daysOf, PRESETS, type Preset, type ReportFilter } from './filter'
import styles from './reports.module.css'

const RANGE = 'range'

export interface FilterBarProps {
  filter: ReportFilter
  days: Days
  zone: string
  onChange: (change: Partial<ReportFilter>) => void
  /** What this server can filter by, and this section has. */
  parts: 'all' | 'period' | 'queues' | 'messages'
}

function Period({ filter, days, zone, onChange }: FilterBarProps) {
  const { t } = useTexts()
  const today = dayIn(zone, new Date(serverNow()))
  return (
    <>
      <Select<Preset | typeof RANGE>
        aria-label={t('reports.filter.period')}
        popupMatchSelectWidth={false}
        value={typeof filter.period === 'object' ? RANGE : filter.period}
        options={[
          ...PRESETS.map(value => ({ value, label: t(`reports.preset.${value}`) })),
          ...(typeof filter.period === 'object'
            ? [{ value: RANGE as typeof RANGE, label: t('reports.preset.range') }]
            : []),
        ]}
        onChange={value => onChange({ period: value === RANGE ? daysOf(filter.period, today) : value })}
      />
      <RangeField
        className={styles.range ?? ''}
        aria-label={t('reports.filter.range')}
        placeholder={[t('reports.filter.from'), t('reports.filter.to')]}
        zone={zone}
        max={today}
        most={REPORT_MAX_DAYS}
        needs="always"
        value={[days.from, days.to]}
        onChange={([from, to]) => {
          if (from && to) onChange({ period: { from, to } })
        }}
      />
    </>
  )
}

interface Named {
  id: number
  name: string
}

function Whose({ filter, onChange, parts }: FilterBarProps) {
  const { t } = useTexts()
  const [queues, users, numbers, tags] = [useQueues(), useUsers(), useWhatsapps(), useTags()]
  const user = useUser()
  const everybody = user?.profile === 'admin' || user?.super === true
  useEffect(() => {
    for (const directory of [queuesDirectory, usersDirectory, whatsappsDirectory, tagsDirectory])
      void directory.ensure()
  }, [])
  const own = everybody ? queues : queues.filter(queue => user?.queues?.some(({ id }) => id === queue.id))
  const options = (items: readonly Named[], none: string) => [
    ...(none === '' ? [] : [{ value: 0, label: none }]),
    ...items.map(({ id, name }) => ({ value: id, label: name })),
  ]
  const many = (
    member: 'queueIds' | 'userIds' | 'whatsappIds',
    label: string,
    items: readonly Named[],
    none: string,
  ) => (
    <Select<number[]>
      mode="multiple"
      className={styles.many ?? ''}
      aria-label={label}
      placeholder={label}
      allowClear
      maxTagCount={1}
      popupMatchSelectWidth={false}
      value={[...filter[member]]}
      options={options(items, none)}
      onChange={ids => onChange({ [member]: ids })}
    />
  )
  return (
    <>
      {many('queueIds', t('reports.filter.queues'), own, everybody ? t('reports.none.queue') : '')}
      {parts === 'queues' ? null : (
        <>
          {many('userIds', t('reports.filter.people'), users, t('reports.none.user'))}
          {many('whatsappIds', t('reports.filter.connections'), numbers, '')}
        </>
      )}
      {parts === 'all' ? (
        <Select<number | null>
          className={styles.many ?? ''}
          aria-label={t('reports.filter.tag')}
          placeholder={t('reports.filter.tag')}
          allowClear
          showSearch
          popupMatchSelectWidth={false}
          value={filter.tagId}
          options={options(tags, t('reports.none.tag'))}
          onChange={tagId => onChange({ tagId: tagId ?? null })}
        />
      ) : null}
    </>
  )
}

/** What the report is of: period, comparison, whose conversations, and how times are read. */
export function FilterBar(props: FilterBarProps) {
  const { t } = useTexts()
  const clockNote = useClockNote()
  const { filter, onChange, parts } = props
  return (
    <div
      className={cx(looks.wrapLine8, looks.swiped)}
      role="group"
      aria-label={t('reports.filter.label')}
      data-paper="none"
    >
      {parts === 'queues' ? null : <Period {...props} />}
      {parts === 'period' ? null : <Whose {...props} />}
      {parts === 'all' ? (
        <>
          <SegmentedTabs<FigureClock>
            id="reports-clock"
            look="pill"
            panels={false}
            label={t('reports.filter.clock')}
            items={FIGURE_CLOCKS.map(key => ({ key, label: t(`reports.clock.${key}`) }))}
            value={filter.clock}
            onChange={clock => onChange({ clock })}
          />
          <SegmentedTabs
            id="reports-statistic"
            look="pill"
            panels={false}
            label={t('reports.filter.statistic')}
            items={STATISTICS.map(key => ({ key, label: t(`reports.statistic.${key}`) }))}
            value={filter.statistic}
            onChange={statistic => onChange({ statistic })}
          />
        </>
      ) : null}
      {parts === 'all' || parts === 'messages' ? (
        <Checkbox checked={filter.compare} onChange={event => onChange({ compare: event.target.checked })}>
          {t('reports.filter.compare')}
        </Checkbox>
      ) : null}
      {clockNote === null ? null : <span className={styles.zone}>{clockNote}</span>}
    </div>
  )
}
