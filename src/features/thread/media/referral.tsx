import type { Referral } from '@contract'
import { ExternalLink, Megaphone, ShoppingBag } from 'lucide-react'
import { useTexts } from '@/i18n'
import { looks } from '@/ui'
import { openOutside } from '../message-text'
import { useInnerTab } from '../row-focus'
import { isOpenable } from '../tokens'
import styles from './media.module.css'

/** What brought the customer here: an advertisement, a post, a product. Its picture is never fetched. */
export function ReferralCard({ referral }: { referral: Referral }) {
  const { t } = useTexts()
  const tabIndex = useInnerTab()
  const { kind, title, text, url } = referral
  const Icon = kind === 'product' ? ShoppingBag : Megaphone
  return (
    <div className={styles.place}>
      <div className={styles.placeText}>
        <span className={styles.cardIcon} aria-hidden="true">
          <Icon size={20} strokeWidth={1.5} />
        </span>
        <span className={looks.fillColumn}>
          <span className={styles.cardMeta}>{t(`thread.referral.${kind}`)}</span>
          <bdi className={styles.cardTitle} title={title}>
            {title || url}
          </bdi>
          {text ? (
            <bdi className={styles.cardMeta} title={text}>
              {text}
            </bdi>
          ) : null}
        </span>
      </div>
      {isOpenable(url) ? (
        <button
          type="button"
          className={styles.cardButton}
          tabIndex={tabIndex}
          title={url}
          onClick={() => openOutside(url)}
        >
          <ExternalLink size={16} strokeWidth={1.75} aria-hidden="true" />
          {t(`thread.referral.open_${kind}`)}
        </button>
      ) : null}
    </div>
  )
}
