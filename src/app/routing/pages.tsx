import { Button } from 'antd'
import { Compass } from 'lucide-react'
import { Link, useLocation } from 'react-router-dom'
import { useTexts } from '@/i18n'
import { EmptyState, looks } from '@/ui'

/** An address that leads nowhere. */
export function UnknownPage() {
  const { t } = useTexts()
  const { pathname } = useLocation()
  return (
    <main className={looks.pane} data-pane="content">
      <EmptyState
        icon={Compass}
        title={t('shell.guard.unknownTitle')}
        text={t('shell.guard.unknownText', {
          path: pathname.length > 60 ? `${pathname.slice(0, 60)}…` : pathname,
        })}
        action={
          <Link to="/tickets">
            <Button tabIndex={-1}>{t('shell.guard.toTickets')}</Button>
          </Link>
        }
      />
    </main>
  )
}
