import type { CostFigures, CostGroup, CostReport } from '@contract'
import { useTexts } from '@/i18n'
import { ScrollBox } from '@/ui'
import styles from './cost-table.module.css'
import { costGroupName, estimateText } from './cost-words'

/** What messages cost by a group, with the whole below, and what the estimate lacks. */
export function CostTable({ by, report }: { by: CostGroup; report: CostReport }) {
  const { t, format } = useTexts()
  const { rows, total, rates } = report
  if (rows.length === 0) return <p className={styles.note}>{t('figures.cost.empty')}</p>
  const cells = (line: CostFigures) => (
    <>
      <td className={styles.figure}>{format.number(line.free)}</td>
      <td className={styles.figure}>{format.number(line.charged)}</td>
      <td className={styles.figure}>{estimateText(t, format, line, line.charged, rates)}</td>
    </>
  )
  return (
    <>
      <ScrollBox label={t('connections.cost.title')} className={styles.scroll}>
        <table className={styles.table}>
          <thead>
            <tr>
              <th scope="col">{t(`figures.cost.byIs.${by}`)}</th>
              {(['free', 'charged', 'amount'] as const).map(column => (
                <th key={column} scope="col" className={styles.figure}>
                  {t(`figures.cost.name.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map(({ key, name, figures }) => (
              <tr key={key}>
                <th scope="row">
                  <bdi>{costGroupName(t, by, key, name)}</bdi>
                </th>
                {cells(figures)}
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row">{t('connections.cost.total')}</th>
              {cells(total)}
            </tr>
          </tfoot>
        </table>
      </ScrollBox>
      {rates === null ? (
        <p className={styles.note}>{t('connections.cost.noRates')}</p>
      ) : total.missing > 0 ? (
        <p className={styles.note}>
          {t('connections.cost.missing', { count: total.missing, n: format.number(total.missing) })}
        </p>
      ) : null}
    </>
  )
}
