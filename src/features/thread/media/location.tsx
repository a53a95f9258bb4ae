import { readLocation } from '@contract'
import { ExternalLink, MapPin } from 'lucide-react'
import { useTexts } from '@/i18n'
import { looks } from '@/ui'
import { openOutside } from '../message-text'
import { useInnerTab } from '../row-focus'
import { isOpenable } from '../tokens'
import styles from './media.module.css'

/** A place: what the message itself carries, and a link that opens outside. Nothing is fetched from the network. */
export function LocationMedia({ body }: { body: string }) {
  const { t } = useTexts()
  const tabIndex = useInnerTab()
  const place = readLocation(body)
  const url = place.url !== null && isOpenable(place.url) ? place.url : null
  return (
    <div className={styles.place}>
      {place.image ? <img className={styles.map} src={place.image} alt="" /> : null}
      <div className={styles.placeText}>
        <span className={styles.cardIcon} aria-hidden="true">
          <MapPin size={20} strokeWidth={1.5} />
        </span>
        <span className={looks.fillColumn}>
          <bdi className={styles.cardTitle}>{place.title || t('thread.kind.location')}</bdi>
          {place.coordinates ? <span className={styles.cardMeta}>{place.coordinates}</span> : null}
        </span>
      </div>
      {url ? (
        <button
          type="button"
          className={styles.cardButton}
          tabIndex={tabIndex}
          onClick={() => openOutside(url)}
        >
          <ExternalLink size={16} strokeWidth={1.75} aria-hidden="true" />
          {t('thread.openMap')}
        </button>
      ) : null}
    </div>
  )
}
