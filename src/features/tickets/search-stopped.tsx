import { Button } from 'antd'
import { useTexts } from '@/i18n'
import { EmptyState, NothingFound } from '@/ui'
import styles from './ticket-list.module.css'

export interface SearchStoppedProps {
  /** When the last conversation that was looked at changed, ISO. */
  at: string
  /** Nothing was found so far. */
  empty: boolean
  /** Older ones are being looked through. */
  busy: boolean
  onOlder: () => void
}

/** Where a search stopped before its end, and the way on. */
export function SearchStopped({ at, empty, busy, onOlder }: SearchStoppedProps) {
  const { t, format } = useTexts()
  const stoppedText = t('tickets.searchStopped', { when: format.date(at) })
  const older = (
    <Button onClick={onOlder} loading={busy}>
      {t('tickets.searchOlder')}
    </Button>
  )
  return empty ? (
    <EmptyState
      drawing={NothingFound}
      title={t('tickets.searchEmptySoFar')}
      text={stoppedText}
      action={older}
    />
  ) : (
    <div className={styles.stopped} role="status">
      <p>{stoppedText}</p>
      {older}
    </div>
  )
}
