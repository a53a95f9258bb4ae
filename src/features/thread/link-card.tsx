import type { LinkPreview } from '@contract'
import { useState } from 'react'
import styles from './link-card.module.css'
import { safeMediaUrl } from './media'
import { openOutside } from './message-text'
import { useInnerTab } from './row-focus'
import { isOpenable } from './tokens'

/** The page behind a link of a message, as the server read it: one link that leads where the link in the text does. */
export function LinkCard({ preview }: { preview: LinkPreview }) {
  const tabIndex = useInnerTab()
  const [failed, setFailed] = useState<string | null>(null)
  const { url, title, description } = preview
  if (!isOpenable(url) || !URL.canParse(url)) return null
  const { host } = new URL(url)
  const picture = safeMediaUrl(preview.picture)
  return (
    <a
      className={styles.card}
      href={url}
      title={url}
      rel="noreferrer"
      tabIndex={tabIndex}
      aria-label={`${title}, ${host}`}
      onClick={event => {
        event.preventDefault()
        openOutside(url)
      }}
    >
      {picture && failed !== picture ? (
        <img
          className={styles.picture}
          src={picture}
          alt=""
          loading="lazy"
          decoding="async"
          draggable={false}
          onError={() => setFailed(picture)}
        />
      ) : picture ? (
        <span className={styles.picture} />
      ) : null}
      <span className={styles.words}>
        <bdi className={styles.title}>{title}</bdi>
        {description ? <bdi className={styles.description}>{description}</bdi> : null}
        <bdi className={styles.host}>{host}</bdi>
      </span>
    </a>
  )
}
