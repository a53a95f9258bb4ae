import type { Article } from '@contract'
import { Button, Modal } from 'antd'
import { useTexts } from '@/i18n'
import { looks, Pill } from '@/ui'
import styles from './articles.module.css'

/** An article to read. @param onEdit offered to those who may. */
export function ArticleView({
  article,
  onClose,
  onEdit,
}: {
  article: Article
  onClose: () => void
  onEdit?: () => void
}) {
  const { t, format } = useTexts()
  const { title, text, tags, validUntil, updatedAt } = article
  return (
    <Modal
      open
      centered
      title={<bdi className={styles.title}>{title}</bdi>}
      onCancel={onClose}
      width={640}
      destroyOnHidden
      footer={onEdit ? <Button onClick={onEdit}>{t('articles.edit')}</Button> : null}
    >
      <p className={styles.text} dir="auto">
        {text}
      </p>
      <p className={styles.about}>
        <span className={looks.quiet}>{t('articles.changedOn', { date: format.date(updatedAt) })}</span>
        {validUntil ? (
          <span className={looks.quiet}>{t('articles.until', { date: format.date(validUntil) })}</span>
        ) : null}
        {tags.map(tag => (
          <Pill key={tag}>{tag}</Pill>
        ))}
      </p>
    </Modal>
  )
}
