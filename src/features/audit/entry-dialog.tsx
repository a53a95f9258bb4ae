import type { AuditEntry } from '@contract'
import { Modal } from 'antd'
import { useTexts } from '@/i18n'
import styles from './audit-screen.module.css'
import { sentenceOf } from './sentence'

/** One entry with every field that changed. */
export function EntryDialog({ entry, onClose }: { entry: AuditEntry; onClose: () => void }) {
  const { t, format } = useTexts()
  const value = (text: string) =>
    text === '' ? <span className={styles.nothing}>{t('audit.nothing')}</span> : <bdi>{text}</bdi>
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
        {[entry.userName, format.exact(entry.createdAt), entry.address, entry.program]
          .filter(Boolean)
          .join(' · ')}
      </p>
      {entry.changes.length === 0 ? (
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
            {entry.changes.map(change => (
              <tr key={change.field}>
                <th scope="row">
                  <code>{change.field}</code>
                </th>
                <td>{value(change.from)}</td>
                <td>{value(change.to)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
    </Modal>
  )
}
