import type { Contact } from '@contract'
import { Button } from 'antd'
import { FileArchive, ShieldX } from 'lucide-react'
import { usePersonalData } from '@/features/contacts'
import { useTexts } from '@/i18n'
import styles from './contact-panel.module.css'
import { Section } from './section'

/** What somebody may ask of the company about themselves: a copy of everything, or that it be erased. */
export function Personal({ contact }: { contact: Pick<Contact, 'id' | 'name' | 'number'> }) {
  const { t } = useTexts()
  const { mayExport, mayErase, exportAll, erase } = usePersonalData()
  if (!mayExport && !mayErase) return null
  return (
    <Section name="personal" title={t('contacts.personal.title')}>
      <p className={styles.hint}>{t('contacts.personal.text')}</p>
      <div className={styles.personal}>
        {mayExport ? (
          <Button size="small" icon={<FileArchive size={14} />} onClick={() => void exportAll(contact)}>
            {t('contacts.personal.export')}
          </Button>
        ) : null}
        {mayErase ? (
          <Button size="small" danger icon={<ShieldX size={14} />} onClick={() => void erase(contact)}>
            {t('contacts.personal.erase')}
          </Button>
        ) : null}
      </div>
    </Section>
  )
}
