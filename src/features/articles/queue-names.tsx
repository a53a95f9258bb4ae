import { useTexts } from '@/i18n'
import { useQueues } from '@/stores/queues'
import { looks, QueueName } from '@/ui'
import styles from './articles.module.css'

/** For whom an article is. */
export function QueueNames({ ids }: { ids: readonly number[] }) {
  const { t } = useTexts()
  const queues = useQueues()
  if (ids.length === 0)
    return (
      <span className={looks.quiet} title={t('articles.everybody')}>
        {t('articles.everybodyShort')}
      </span>
    )
  return (
    <span className={styles.named}>
      {ids.map(id => {
        const queue = queues.find(one => one.id === id)
        return <QueueName key={id} name={queue?.name ?? t('articles.goneQueue')} color={queue?.color} />
      })}
    </span>
  )
}
