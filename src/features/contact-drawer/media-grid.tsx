import type { Message } from '@contract'
import { Button } from 'antd'
import { AudioLines, Download, FileText, Film, ImageOff, type LucideIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { LoadError } from '@/features/load-error'
import {
  downloadFile,
  fileExtension,
  fileName,
  ImageViewer,
  mediaKind,
  safeMediaUrl,
} from '@/features/thread'
import { useTexts } from '@/i18n'
import { lookAtPanelList, useContactPanel } from '@/stores/contact-panel'
import { mediaList } from '@/stores/contact-panel-lists'
import { looks, SkeletonRows } from '@/ui'
import panel from './contact-panel.module.css'
import styles from './media-grid.module.css'

/** What is looked at, and what is downloaded. */
interface SortedMedia {
  /** Newest first. */
  pictures: Message[]
  files: Message[]
}

/** Pictures of our own origin are shown; anything else with a file is a file. Deleted ones are left out. */
function sortMedia(messages: readonly Message[]): SortedMedia {
  const sorted: SortedMedia = { pictures: [], files: [] }
  for (const message of messages) {
    if (message.isDeleted || safeMediaUrl(message.mediaUrl) === null) continue
    if (mediaKind(message) === 'image') sorted.pictures.push(message)
    else sorted.files.push(message)
  }
  return sorted
}

const iconOf = (message: Message): LucideIcon => {
  const kind = mediaKind(message)
  if (kind === 'audio') return AudioLines
  return kind === 'video' ? Film : FileText
}

function Picture({ message, onOpen }: { message: Message; onOpen: () => void }) {
  const { t, format } = useTexts()
  const [failed, setFailed] = useState(false)
  const url = safeMediaUrl(message.mediaUrl)
  return (
    <button
      type="button"
      className={styles.picture}
      aria-label={t('contactDrawer.media.view', {
        name: fileName(message),
        date: format.date(message.createdAt),
      })}
      onClick={onOpen}
    >
      {url && !failed ? (
        <img
          src={url}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={() => setFailed(true)}
        />
      ) : (
        <ImageOff size={20} strokeWidth={1.5} aria-hidden="true" />
      )}
    </button>
  )
}

/** Pictures as a grid, everything else as a list to download; both newest first. */
export function MediaGrid() {
  const { t, format } = useTexts()
  const { rows, hasMore, status, more, error } = mediaList.use()
  const contactId = useContactPanel(state => state.contactId)
  const [viewing, setViewing] = useState<string | null>(null)
  useEffect(() => {
    if (status === 'idle' && contactId !== null) lookAtPanelList('media')
  }, [status, contactId])

  const { pictures, files } = sortMedia(rows)
  return (
    <>
      {pictures.length > 0 ? (
        <div className={styles.grid} role="group" aria-label={t('contactDrawer.media.pictures')}>
          {pictures.map(message => (
            <Picture key={message.id} message={message} onOpen={() => setViewing(message.id)} />
          ))}
        </div>
      ) : null}
      {files.length > 0 ? (
        <ul className={panel.list} aria-label={t('contactDrawer.media.files')}>
          {files.map(message => {
            const Icon = iconOf(message)
            const name = fileName(message)
            const date = format.date(message.createdAt)
            const meta = [
              fileExtension(name),
              message.mediaSize ? format.size(message.mediaSize) : '',
              message.mediaDuration ? format.duration(message.mediaDuration) : '',
              date,
            ].filter(Boolean)
            return (
              <li key={message.id}>
                <button
                  type="button"
                  className={styles.file}
                  aria-label={t('contactDrawer.media.download', { name, date })}
                  onClick={() => downloadFile(message)}
                >
                  <Icon size={20} strokeWidth={1.5} aria-hidden="true" />
                  <span className={looks.fillColumn}>
                    <bdi className={styles.fileName} title={name}>
                      {name}
                    </bdi>
                    <span className={panel.meta}>{meta.join(' · ')}</span>
                  </span>
                  <Download size={16} strokeWidth={1.5} aria-hidden="true" />
                </button>
              </li>
            )
          })}
        </ul>
      ) : null}
      {status === 'loading' ? <SkeletonRows count={3} height={44} label={t('common.loading')} /> : null}
      {status === 'failed' || more === 'failed' ? (
        <LoadError compact title={t('contactDrawer.media.failed')} error={error} onRetry={mediaList.retry} />
      ) : null}
      {status === 'ready' && pictures.length + files.length === 0 && !hasMore ? (
        <p className={panel.hint}>{t('contactDrawer.media.empty')}</p>
      ) : null}
      {hasMore && more !== 'failed' ? (
        <Button size="small" loading={more === 'loading'} onClick={mediaList.more}>
          {t('contactDrawer.more')}
        </Button>
      ) : null}
      {viewing === null ? null : (
        <ImageViewer images={pictures.toReversed()} startId={viewing} onClose={() => setViewing(null)} />
      )}
    </>
  )
}
