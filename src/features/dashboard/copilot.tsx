import type { CopilotFigures } from '@contract'
import { Sparkles } from 'lucide-react'
import { useTexts } from '@/i18n'
import { EmptyState, SkeletonRows } from '@/ui'
import styles from './copilot.module.css'

type Median = CopilotFigures['changedPercent']

/** What the copilot did in the period, one figure in a row. */
export function Copilot({ figures }: { figures: CopilotFigures | null }) {
  const { t, format } = useTexts()
  if (!figures) return <SkeletonRows count={4} height={44} label={t('common.loading')} />
  const { taken, changed, dropped, transcripts, tickets, firstAnswerWith, firstAnswerWithout } = figures
  if (taken + changed + dropped + transcripts + tickets + firstAnswerWith.count === 0) {
    return (
      <EmptyState
        compact
        icon={Sparkles}
        title={t('dashboard.copilot.empty')}
        text={t('dashboard.copilot.emptyText')}
      />
    )
  }
  const read = ({ median, count }: Median, text: (median: number) => string): [string, string] =>
    count === 0
      ? ['–', '']
      : [median === null ? t('dashboard.copilot.tooFew') : text(median), t('dashboard.copilot.of', { count })]
  const { dollarsPerTicket, unpriced } = figures
  const rows: Record<string, [figure: string, note: string]> = {
    taken: [format.number(taken), ''],
    changed: [format.number(changed), ''],
    dropped: [format.number(dropped), ''],
    changedPercent: read(figures.changedPercent, percent => format.percent(Math.round(percent) / 100)),
    firstAnswerWith: read(firstAnswerWith, seconds => format.span(seconds * 1000)),
    firstAnswerWithout: read(firstAnswerWithout, seconds => format.span(seconds * 1000)),
    transcripts: [format.number(transcripts), ''],
    tokensPerTicket: [format.number(figures.tokensPerTicket), t('dashboard.copilot.of', { count: tickets })],
    dollarsPerTicket: [
      dollarsPerTicket === null ? t('dashboard.copilot.unknownPrice') : format.dollars(dollarsPerTicket),
      unpriced > 0 ? t('dashboard.copilot.unpriced', { count: unpriced }) : '',
    ],
  }
  return (
    <table className={styles.table} aria-label={t('dashboard.copilot.title')}>
      <tbody>
        {Object.entries(rows).map(([key, [figure, note]]) => (
          <tr key={key} data-figure={key}>
            <th scope="row">{t(`dashboard.copilot.rows.${key as 'taken'}`)}</th>
            <td>
              {figure}
              {note ? <span className={styles.note}>{note}</span> : null}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  )
}
