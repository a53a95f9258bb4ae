import type { FiguresReport } from '@contract'
import { type CSSProperties, type KeyboardEvent, useRef, useState } from 'react'
import { WaitingChart } from '@/features/figures'
import { LANGUAGE_TAGS, useTexts } from '@/i18n'
import { NothingHere } from './nothing-here'
import { Part } from './part'
import type { Report } from './report'
import tables from './tables.module.css'

const HOURS = Array.from({ length: 24 }, (_, hour) => hour)
const DAYS = Array.from({ length: 7 }, (_, day) => day)
/** A Monday. */
const MONDAY = Date.UTC(2024, 0, 1, 12)

/** When conversations begin: hours of the week, as a table; one stop of Tab, arrows go on. */
export function HeatMap({
  data,
  report,
  busy,
}: {
  data: FiguresReport | null
  report: Report
  busy: boolean
}) {
  const { t, format, language } = useTexts()
  const [place, setPlace] = useState(0)
  const grid = useRef<HTMLTableElement>(null)
  const title = t('reports.heat.title')
  if (!data || data.total.counts.arrived === 0)
    return (
      <Part title={title} busy={busy}>
        {data ? <NothingHere /> : <WaitingChart />}
      </Part>
    )
  const counts = new Map(data.rows.map(row => [Number(row.key), row.figures.counts.arrived]))
  const most = Math.max(...counts.values())
  const weekday = (day: number, width: 'long' | 'short'): string =>
    new Intl.DateTimeFormat(LANGUAGE_TAGS[language], { timeZone: 'UTC', weekday: width }).format(
      MONDAY + day * 86_400_000,
    )
  const onKeyDown = (event: KeyboardEvent): void => {
    const [day, hour] = [Math.floor(place / 24), place % 24]
    const to: Record<string, number> = {
      ArrowRight: day * 24 + Math.min(23, hour + 1),
      ArrowLeft: day * 24 + Math.max(0, hour - 1),
      ArrowDown: Math.min(6, day + 1) * 24 + hour,
      ArrowUp: Math.max(0, day - 1) * 24 + hour,
      Home: day * 24,
      End: day * 24 + 23,
    }
    const next = to[event.key]
    if (next === undefined) return
    event.preventDefault()
    setPlace(next)
    grid.current?.querySelector<HTMLButtonElement>(`[data-hour="${next}"]`)?.focus()
  }
  const show = (key: number, label: string): void => {
    setPlace(key)
    report.show({
      title: `${t('figures.name.arrived')}: ${label}`,
      figure: 'arrived',
      of: { of: 'arrived', by: 'hour', key: String(key) },
    })
  }
  return (
    <Part title={title} busy={busy} picture={`${report.days.from} ${report.days.to}`}>
      <div className={tables.scroll}>
        <table ref={grid} className={tables.heat} aria-label={title} onKeyDown={onKeyDown}>
          <thead>
            <tr>
              <td />
              {HOURS.map(hour => (
                <th key={hour} scope="col">
                  {hour}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {DAYS.map(day => (
              <tr key={day}>
                <th scope="row">{weekday(day, 'short')}</th>
                {HOURS.map(hour => {
                  const key = day * 24 + hour
                  const count = counts.get(key) ?? 0
                  const label = t('reports.heat.hour', { day: weekday(day, 'long'), hour })
                  return (
                    <td key={hour}>
                      <button
                        type="button"
                        className={tables.hour}
                        style={{ '--share': most > 0 ? count / most : 0 } as CSSProperties}
                        data-hour={key}
                        tabIndex={key === place ? 0 : -1}
                        aria-label={t('reports.heat.cell', { label, count, value: format.number(count) })}
                        title={t('reports.heat.cell', { label, count, value: format.number(count) })}
                        onFocus={() => setPlace(key)}
                        onClick={() => (count > 0 ? show(key, label) : setPlace(key))}
                      >
                        {count > 0 ? format.number(count) : ''}
                      </button>
                    </td>
                  )
                })}
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Part>
  )
}
