import type { Message } from '@contract'
import { type CSSProperties, useState } from 'react'
import { useTexts } from '@/i18n'
import { mediaBox, safeMediaUrl } from '../media'
import { messagePreview } from '../preview'
import { useInnerTab } from '../row-focus'
import { FileCard } from './file-card'
import styles from './media.module.css'

/** A video with the browser's own controls; one that cannot be played stays a file. */
export function VideoMedia({ message }: { message: Message }) {
  const { t } = useTexts()
  const tabIndex = useInnerTab()
  const [failed, setFailed] = useState(false)
  const url = safeMediaUrl(message.mediaUrl)
  if (!url || failed) return <FileCard message={message} />
  const box = mediaBox(message.mediaWidth ?? 320, message.mediaHeight ?? 180)
  return (
    // Customers' videos come without captions; the message text beside it is all there is.
    <video
      className={styles.video}
      style={{ '--w': `${box.width}px`, '--ratio': `${box.width} / ${box.height}` } as CSSProperties}
      controls
      preload="metadata"
      playsInline
      tabIndex={tabIndex}
      aria-label={messagePreview(t, message)}
      src={url}
      onError={() => setFailed(true)}
    >
      <track kind="captions" />
    </video>
  )
}
