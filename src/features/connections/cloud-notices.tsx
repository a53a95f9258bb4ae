import type { CloudUse } from '@contract'
import { Alert } from 'antd'
import { useTexts } from '@/i18n'
import { useNow } from '@/stores/clock'
import styles from './connections.module.css'

/** From when on the end of a version is told, in milliseconds. */
const AHEAD_MS = 365 * 24 * 60 * 60_000

/** What whoever keeps connections has to know of Meta, above the list; nothing while there is nothing. */
export function CloudNotices({ use }: { use: CloudUse }) {
  const { t, format } = useTexts()
  const now = useNow()
  const { name, endsOn } = use.version
  const ends = Date.parse(endsOn)
  if (!(now > ends - AHEAD_MS)) return null
  return (
    <div className={styles.notices}>
      <Alert
        showIcon
        type={now > ends ? 'error' : 'warning'}
        title={t('connections.version.title', { version: name, date: format.date(`${endsOn}T12:00:00`) })}
        description={t('connections.version.text')}
      />
    </div>
  )
}
