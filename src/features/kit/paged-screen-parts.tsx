/** What a list screen shows in place of its rows, and while some are chosen. */
import { Button } from 'antd'
import { ApiError } from '@/api'
import { LoadError } from '@/features/load-error'
import { useTexts } from '@/i18n'
import { EmptyState, Locked, type RowAction } from '@/ui'
import styles from './paged-screen.module.css'

/** Why nothing of the list is here. */
export function Failure({ error, onRetry }: { error: unknown; onRetry: () => void }) {
  const { t } = useTexts()
  if (error instanceof ApiError && error.status === 403)
    return (
      <EmptyState drawing={Locked} title={t('kit.list.noPermission')} text={t('kit.list.noPermissionText')} />
    )
  return <LoadError title={t('kit.list.failed')} error={error} onRetry={onRetry} />
}

/** What can be done with the chosen rows. */
export function BulkBar({
  count,
  actions,
  onEnd,
}: {
  count: number
  actions: readonly RowAction[]
  onEnd: () => void
}) {
  const { t } = useTexts()
  return (
    <>
      <span className={styles.chosen} role="status">
        {t('kit.list.chosen', { count })}
      </span>
      {actions.map(({ key, label, icon: Icon, danger, disabled, run }) => (
        <Button
          key={key}
          danger={danger ?? false}
          disabled={disabled ?? false}
          icon={<Icon size={16} strokeWidth={1.75} aria-hidden="true" />}
          onClick={run}
        >
          {label}
        </Button>
      ))}
      <Button type="text" onClick={onEnd}>
        {t('kit.list.endChoice')}
      </Button>
    </>
  )
}
