import type { FiguresReport } from '@contract'
import { FigureHelp } from '@/features/figures'
import { useTexts } from '@/i18n'
import { SkeletonRows } from '@/ui'
import { NothingHere } from './nothing-here'
import { Part } from './part'
import { Pressable } from './pressable'
import type { Report } from './report'
import { type Column, SortedTable } from './sorted-table'

type Level = FiguresReport['levels'][number]

const shareOf = ({ kept, missed }: { kept: number; missed: number }): number | null =>
  kept + missed > 0 ? kept / (kept + missed) : null

/** Deadlines by service level and kind: kept, missed, and the share that was kept. */
export function Levels({
  data,
  report,
  busy,
}: {
  data: FiguresReport | null
  report: Report
  busy: boolean
}) {
  const { t, format } = useTexts()
  const title = t('reports.levels.title')
  const percent = (share: number | null): string => (share === null ? '–' : format.percent(share))
  const press = (of: 'kept' | 'missed', { name, kind, ...counts }: Level) => {
    const title = `${t(`figures.name.${of}`)}: ${name}, ${t(`serviceLevels.kind.${kind}`)}`
    return (
      <Pressable
        count={counts[of]}
        title={title}
        onPress={() => report.show({ title, figure: of, of: { of, level: name, kind } })}
      />
    )
  }
  const columns = (levels: readonly Level[]): Column<Level>[] => {
    const whole = {
      kept: levels.reduce((sum, one) => sum + one.kept, 0),
      missed: levels.reduce((sum, one) => sum + one.missed, 0),
    }
    const counted = (of: 'kept' | 'missed'): Column<Level> => ({
      key: of,
      title: t(`figures.name.${of}`),
      help: <FigureHelp figure={of} />,
      figures: true,
      value: level => level[of],
      cell: level => press(of, level),
      whole: format.number(whole[of]),
    })
    return [
      { key: 'level', title: t('reports.levels.level'), value: level => level.name },
      {
        key: 'kind',
        title: t('reports.levels.kind'),
        value: level => t(`serviceLevels.kind.${level.kind}`),
        whole: '',
      },
      counted('kept'),
      counted('missed'),
      {
        key: 'share',
        title: t('figures.name.deadlinesKept'),
        help: <FigureHelp figure="deadlinesKept" />,
        figures: true,
        value: shareOf,
        cell: level => percent(shareOf(level)),
        whole: percent(shareOf(whole)),
      },
    ]
  }
  return (
    <Part title={title} busy={busy}>
      {data ? null : <SkeletonRows count={4} height={44} label={t('common.loading')} />}
      {data?.levels.length === 0 ? <NothingHere ofThis /> : null}
      {data && data.levels.length > 0 ? (
        <SortedTable
          name="reports.levels"
          label={title}
          columns={columns(data.levels)}
          rows={data.levels}
          keyOf={level => `${level.name} ${level.kind}`}
        />
      ) : null}
    </Part>
  )
}
