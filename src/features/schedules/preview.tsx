import { type Contact, fillVariables, variablesFor } from '@contract'
import { useTexts } from '@/i18n'
import styles from './schedules.module.css'

interface PreviewProps {
  body: string
  contact: Pick<Contact, 'name' | 'number'> | null
  /** ISO-8601; null when no time is chosen. */
  sendAt: string | null
  zone: string
}

/** What the chosen contact will read at the chosen time. */
export function Preview({ body, contact, sendAt, zone }: PreviewProps) {
  const { t } = useTexts()
  const text = body.trim()
  if (text === '' || contact === null) return <p className={styles.hint}>{t('schedules.previewNone')}</p>
  const at = sendAt === null ? new Date() : new Date(sendAt)
  const variables = variablesFor(
    contact.name || contact.number,
    at,
    {
      // The workspace greets customers in their language, not in the console's.
      morning: 'Bom dia',
      afternoon: 'Boa tarde',
      evening: 'Boa noite',
    },
    zone,
  )
  return (
    <p className={styles.bubble} dir="auto">
      {fillVariables(text, variables)}
    </p>
  )
}
