import { Button } from 'antd'
import { Construction } from 'lucide-react'
import { Link } from 'react-router-dom'
import { useTexts } from '@/i18n'
import { useConnection } from '@/stores/connection'
import { EmptyState } from '@/ui'
import styles from './unavailable.module.css'

/** A private area that Turno does not have yet: its own workspace neither; another server has it in its web client. */
export function UnavailableScreen() {
  const { t } = useTexts()
  const own = useConnection(state => state.embedded)
  return (
    <main className={styles.pane} data-pane="content">
      <EmptyState
        icon={Construction}
        title={t(own ? 'unavailable.title' : 'unavailable.remoteTitle')}
        text={t(own ? 'unavailable.text' : 'unavailable.remoteText')}
        action={
          <Link to="/tickets">
            <Button tabIndex={-1}>{t('unavailable.toTickets')}</Button>
          </Link>
        }
      />
    </main>
  )
}
