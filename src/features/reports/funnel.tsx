import type { CountName, FiguresReport } from '@contract'
import type { CSSProperties } from 'react'
import { FigureHelp, WaitingChart } from '@/features/figures'
import { useTexts } from '@/i18n'
import { NothingHere } from './nothing-here'
import { Part } from './part'
import { Pressable } from './pressable'
import type { Report } from './report'
import tables from './tables.module.css'

const STEPS = [
  'arrived',
  'botAnswered',
  'botSolved',
  'handedOver',
  'answered',
  'resolved',
] as const satisfies CountName[]

/** From the bot to a person: how many conversations came how far, each as a share of all. */
export function Funnel({
  data,
  report,
  busy,
}: {
  data: FiguresReport | null
  report: Report
  busy: boolean
}) {
  const { t, format } = useTexts()
  const title = t('reports.funnel.title')
  const counts = data?.total.counts
  if (!counts || counts.arrived === 0)
    return (
      <Part title={title} busy={busy}>
        {counts ? <NothingHere /> : <WaitingChart />}
      </Part>
    )
  return (
    <Part title={title} busy={busy} picture={`${report.days.from} ${report.days.to}`}>
      <table className={tables.funnel} aria-label={title}>
        <tbody>
          {STEPS.map(step => {
            const share = Math.min(1, counts[step] / counts.arrived)
            const name = t(`figures.name.${step}`)
            return (
              <tr key={step}>
                <th scope="row">
                  {name}
                  <FigureHelp figure={step} />
                </th>
                <td className={tables.track}>
                  <span
                    className={tables.reached}
                    style={{ '--share': share } as CSSProperties}
                    aria-hidden="true"
                  />
                </td>
                <td className={tables.end}>
                  <Pressable
                    count={counts[step]}
                    title={name}
                    onPress={() => report.show({ title: name, figure: step, of: { of: step } })}
                  />
                </td>
                <td className={tables.end}>{format.percent(share)}</td>
              </tr>
            )
          })}
        </tbody>
      </table>
    </Part>
  )
}
