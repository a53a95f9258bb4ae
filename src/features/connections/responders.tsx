import type { CloudSetUp } from '@contract'
import { useId } from 'react'
import { useTexts } from '@/i18n'
import { looks } from '@/ui'
import styles from './cloud.module.css'
import { Facts } from './facts'

/** Who answers on a number, as its deliveries showed. @param known null where the server does not keep it. */
export function Responders({ known }: { known: CloudSetUp['responders'] }) {
  const { t, format } = useTexts()
  const titleId = useId()
  const seen = (at: string | null): string =>
    at === null
      ? t('connections.responders.unseen')
      : t('connections.responders.seen', { at: format.exact(at) })
  return (
    <section className={styles.phone} aria-labelledby={titleId}>
      <h3 id={titleId} className={looks.heading}>
        {t('connections.responders.title')}
      </h3>
      {known ? (
        <Facts
          facts={[
            { label: t('connections.responders.us'), ...ours(known) },
            { label: t('connections.responders.metaAgent'), value: seen(known.metaAgentAt) },
            { label: t('connections.responders.partner'), value: seen(known.partnerAt) },
          ]}
        />
      ) : (
        <p className={styles.how}>{t('connections.responders.lacking')}</p>
      )}
    </section>
  )

  /** The roles of this server: whose conversations it has, or that it only reads, and what people here took. */
  function ours({
    metaAgentAt,
    partnerAt,
    directAt,
    handedAt,
    takenAt,
  }: NonNullable<CloudSetUp['responders']>) {
    const said = (key: 'direct' | 'handed' | 'taken', at: string | null): string[] =>
      at === null ? [] : [t(`connections.responders.${key}`, { at: format.exact(at) })]
    const [value, ...why] = [...said('direct', directAt), ...said('handed', handedAt)]
    if (value === undefined && metaAgentAt === null && partnerAt === null)
      return {
        value: t('connections.responders.unknown'),
        why: [t('connections.responders.unknownWhy')],
      }
    return { value: value ?? t('connections.responders.reads'), why: [...why, ...said('taken', takenAt)] }
  }
}
