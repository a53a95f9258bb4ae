import type { Message } from '@contract'
import { Image as ImageIcon } from 'lucide-react'
import { type CSSProperties, useState } from 'react'
import { useTexts } from '@/i18n'
import { mediaBox, safeMediaUrl } from '../media'
import { messagePreview } from '../preview'
import { useInnerTab } from '../row-focus'
import { FileCard } from './file-card'
import styles from './media.module.css'

interface ImageProps {
  message: Message
  onOpen: (message: Message) => void
}

/** A picture in a bubble; its box is reserved before it loads, and a picture that cannot be shown stays a file. */
export function ImageMedia({ message, onOpen }: ImageProps) {
  const { t, format } = useTexts()
  const tabIndex = useInnerTab()
  const [state, setState] = useState<'loading' | 'shown' | 'failed'>('loading')
  const url = safeMediaUrl(message.mediaUrl)
  if (!url || state === 'failed') return <FileCard message={message} />
  const box = mediaBox(message.mediaWidth, message.mediaHeight)
  const label = `${messagePreview(t, message)}, ${format.clock(message.createdAt)}`
  return (
    <button
      type="button"
      className={styles.picture}
      style={{ '--w': `${box.width}px`, '--ratio': `${box.width} / ${box.height}` } as CSSProperties}
      tabIndex={tabIndex}
      aria-label={t('thread.openImage', { name: label })}
      onClick={() => onOpen(message)}
    >
      <img
        src={url}
        alt=""
        loading="lazy"
        decoding="async"
        draggable={false}
        className={state === 'shown' ? styles.shown : undefined}
        onLoad={() => setState('shown')}
        onError={() => setState('failed')}
      />
      {state === 'loading' ? (
        <ImageIcon className={styles.pending} size={20} strokeWidth={1.5} aria-hidden="true" />
      ) : null}
    </button>
  )
}
