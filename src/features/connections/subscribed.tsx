import type { CloudProfile } from '@contract'
import { Alert } from 'antd'
import { useTexts } from '@/i18n'
import styles from './cloud.module.css'

/** What keeps Meta's deliveries away: an account or fields that are not subscribed, another address. */
export function Subscribed({
  known,
}: {
  known: Pick<CloudProfile, 'missingFields' | 'isSubscribed' | 'otherAddress'>
}) {
  const { t } = useTexts()
  const { missingFields, isSubscribed, otherAddress } = known
  return (
    <>
      {isSubscribed === false ? (
        <Alert
          showIcon
          type="error"
          title={t('connections.fields.apart')}
          description={t('connections.fields.apartHow')}
        />
      ) : null}
      {otherAddress === null ? null : (
        <Alert
          showIcon
          type="warning"
          title={t('connections.fields.elsewhere')}
          description={
            <bdi className={styles.address}>
              {t('connections.fields.elsewhereHow', { address: otherAddress })}
            </bdi>
          }
        />
      )}
      {missingFields?.length ? (
        <Alert
          showIcon
          type="warning"
          title={t('connections.fields.title')}
          description={
            <>
              {t('connections.fields.how')}
              <ul className={styles.fields}>
                {missingFields.map(field => (
                  <li key={field}>
                    <code>{field}</code>: {t(`connections.fields.is.${field}`)}
                  </li>
                ))}
              </ul>
            </>
          }
        />
      ) : (
        <p className={styles.how}>{t(`connections.fields.${missingFields ? 'all' : 'unsaid'}`)}</p>
      )}
    </>
  )
}
