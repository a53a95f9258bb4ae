import type { CampaignFigures, RecipientState } from '@contract'
import { useTexts } from '@/i18n'
import { cx } from '@/ui'
import styles from './campaigns.module.css'

/** Parts of the bar, in the order they are drawn: what is best first, what is not done last. */
export const PARTS: readonly RecipientState[] = [
  'delivered',
  'sent',
  'sending',
  'confirmed',
  'asked',
  'failed',
  'skipped',
  'waiting',
]

/** Recipients a campaign has settled one way or another. */
export const doneOf = (figures: CampaignFigures): number =>
  figures.delivered + figures.sent + figures.failed + figures.skipped

/** How far a campaign is, as a bar in parts. */
export function ProgressBar({ figures, small = false }: { figures: CampaignFigures; small?: boolean }) {
  const { t, format } = useTexts()
  const done = doneOf(figures)
  const text = t('campaigns.figures.done', {
    done: format.number(done),
    total: format.number(figures.total),
  })
  return (
    <span className={cx(styles.progress, small && styles.small)}>
      <span
        className={styles.bar}
        role="progressbar"
        aria-label={t('campaigns.figures.label')}
        aria-valuemin={0}
        aria-valuemax={figures.total}
        aria-valuenow={done}
        aria-valuetext={text}
      >
        {PARTS.filter(part => figures[part] > 0).map(part => (
          <span
            key={part}
            className={cx(styles.part, styles[part])}
            style={{ flexGrow: figures[part] }}
            title={`${t(`campaigns.state.${part}`)}: ${format.number(figures[part])}`}
          />
        ))}
      </span>
      <span className={styles.done}>{text}</span>
    </span>
  )
}
