import type { Announcement } from '@contract'
import { Modal } from 'antd'
import { Paperclip } from 'lucide-react'
import { MessageText } from '@/features/thread'
import { useTexts } from '@/i18n'
import { Pill } from '@/ui'
import { attachmentOf } from './attachment'
import styles from './popover.module.css'
import { PRIORITY_TONE, priorityOf } from './priority'

/** One announcement in full. Its words are text: marks and links are recognised, nothing in it is executed. */
export function AnnouncementDialog({
  announcement,
  onClose,
}: {
  announcement: Announcement
  onClose: () => void
}) {
  const { t, format } = useTexts()
  const priority = priorityOf(announcement.priority)
  const file = attachmentOf(announcement)
  return (
    <Modal
      open
      centered
      width={560}
      footer={null}
      onCancel={onClose}
      title={announcement.title}
      closable={{ 'aria-label': t('common.close') }}
    >
      <div className={styles.detailHead}>
        <Pill tone={PRIORITY_TONE[priority]}>
          {t('workplace.announcements.priority', {
            name: t(`workplace.announcements.priority${priority}`),
          })}
        </Pill>
        <time dateTime={announcement.createdAt}>
          {format.date(announcement.createdAt)} {format.clock(announcement.createdAt)}
        </time>
      </div>
      <div className={styles.detail}>
        <MessageText text={announcement.text} />
      </div>
      {file ? (
        <a className={styles.attachment} href={file.url} download={file.name}>
          <Paperclip size={16} strokeWidth={1.75} aria-hidden="true" />
          {t('workplace.announcements.attachment', { name: file.name })}
        </a>
      ) : null}
    </Modal>
  )
}
