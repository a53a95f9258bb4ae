import type { Announcement } from '@contract'
import { Modal } from 'antd'
import { Paperclip } from 'lucide-react'
import { MessageText } from '@/features/thread'
import { useTexts } from '@/i18n'
import { Pill } from '@/ui'
import styles from './popover.module.css'
import { PRIORITY_TONE, priorityOf } from './priority'

/** Control and direction characters have no place in a file name: "gpj.exe" must not read as "exe.jpg". */
const UNSAFE_IN_NAMES = /[\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069/\\]/gu

/**
 * Where the file is and what it is called.
 * Servers store absolute addresses of themselves; the gateway serves the same path from our origin. Anything outside of
 * the media folders is not offered.
 * @returns null when there is no file, or none that may be fetched.
 */
export function attachmentOf({
  mediaPath,
  mediaName,
}: Pick<Announcement, 'mediaPath' | 'mediaName'>): { url: string; name: string } | null {
  if (!mediaPath || mediaPath.includes('..')) return null
  let path: string
  try {
    const parsed = new URL(mediaPath, 'app://turno')
    if (!['http:', 'https:', 'app:'].includes(parsed.protocol)) return null
    path = parsed.pathname
  } catch {
    return null
  }
  if (!/^\/(media|public)\/./.test(path)) return null
  const last = path.split('/').pop() ?? ''
  const name = (mediaName || last).replace(UNSAFE_IN_NAMES, '').trim().slice(0, 120)
  return { url: path, name: name || last }
}

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
