import type { AuditEntry } from '@contract'
import { Modal } from 'antd'
import { useTexts } from '@/i18n'
import { exactTime, useCompanyZone } from '@/stores/company-clock'
import { looks } from '@/ui'
import styles from './audit-screen.module.css'
import { sentenceOf, whoOf } from './sentence'
import { fieldText, OPERATION, valueText } from './words'

/** One entry with every field that changed. */
export function EntryDialog({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const { t, format } = useTexts()
  const zone = useCompanyZone()
  const value = (field: string, text: string) =>
    text === '' ? (
      <span className={looks.quiet}>{t('audit.nothing')}</span>
    ) : (
      <bdi>{valueText(t, format, entry.subject, field, text)}</bdi>
    )
  // The title says what was done.
  const changes = entry.changes.filter(({ field }) => field !== OPERATION)
  return (
    <Modal
      open
      centered
      title={sentenceOf(t, entry)}
      onCancel={onClose}
      footer={null}
      width={640}
      destroyOnHidden
    >
      <p className={styles.meta}>
        {[whoOf(t, entry), entry.companyName, exactTime(entry.createdAt, zone), entry.address, entry.program]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {changes.length === 0 ? (
        <p>{t('audit.noChanges')}</p>
      ) : (
        <table className={styles.details}>
          <thead>
            <tr>
              <th scope="col">{t('audit.field')}</th>
              <th scope="col">{t('audit.before')}</th>
              <th scope="col">{t('audit.after')}</th>
            </tr>
          </thead>
          <tbody>
            {changes.map(change => (
              <tr key={change.field}>
                <th scope="row">{fieldText(t, entry.subject, change.field)}</th>
                <td>{value(change.field, change.from)}</td>
                <td>{value(change.field, change.to)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Modal>
  )
}
