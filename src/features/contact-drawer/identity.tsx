import { addressIn, type Contact, displayName } from '@contract'
import type { LucideIcon } from 'lucide-react'
import { Cable, CalendarDays, Copy, Mail, Phone } from 'lucide-react'
import { useTexts } from '@/i18n'
import { toasts } from '@/stores/toasts'
import { Avatar, IconButton, Pill } from '@/ui'
import styles from './contact-panel.module.css'

interface LineProps {
  icon: LucideIcon
  /** Spoken in front of the value, and its title. */
  label: string
  value: string
  /** Gives a copy button: the text to copy and the button's name. */
  copy?: { text: string; label: string }
}

function Line({ icon: Icon, label, value, copy }: LineProps) {
  const { t } = useTexts()
  const run = async (text: string): Promise<void> => {
    try {
      await navigator.clipboard.writeText(text)
      toasts.success(t('contactDrawer.copied'))
    } catch {
      toasts.error(t('errors.unknown'))
    }
  }
  return (
    <div className={styles.line}>
      <dt className={styles.lineIcon} title={label}>
        <Icon size={16} strokeWidth={1.5} role="img" aria-label={label} />
      </dt>
      <dd className={styles.lineValue}>
        <bdi title={value}>{value}</bdi>
        {copy ? (
          <IconButton
            icon={Copy}
            size="small"
            label={copy.label}
            className={styles.copy}
            onClick={() => void run(copy.text)}
          />
        ) : null}
      </dd>
    </div>
  )
}

/**
 * Who the customer is: picture, name, number, e-mail, the connection they came through.
 * @param through name of the ticket's connection, where the contact's is not known.
 */
export function Identity({ contact, through }: { contact: Contact; through: string | undefined }) {
  const { t, format } = useTexts()
  const name = displayName(contact)
  return (
    <div className={styles.identity}>
      <div className={styles.who}>
        <Avatar name={name} src={contact.profilePicUrl} group={contact.isGroup} size={56} />
        <div className={styles.names}>
          <bdi className={styles.name}>{name}</bdi>
          <span className={styles.pills}>
            {contact.isGroup ? <Pill>{t('contactDrawer.group')}</Pill> : null}
            {contact.active ? null : <Pill tone="warning">{t('contactDrawer.inactive')}</Pill>}
          </span>
        </div>
      </div>
      <dl className={styles.lines}>
        {contact.isGroup ? null : (
          <Line
            icon={Phone}
            label={t('contacts.columns.number')}
            value={format.phoneOf(contact)}
            {...(addressIn(contact.number)
              ? {}
              : { copy: { text: contact.number, label: t('contactDrawer.copyNumber') } })}
          />
        )}
        {contact.email ? (
          <Line
            icon={Mail}
            label={t('contacts.columns.email')}
            value={contact.email}
            copy={{ text: contact.email, label: t('contactDrawer.copyEmail') }}
          />
        ) : null}
        <Line
          icon={Cable}
          label={t('contactDrawer.origin')}
          value={contact.whatsapp?.name || through || t('contactDrawer.noOrigin')}
        />
        {contact.createdAt ? (
          <Line icon={CalendarDays} label={t('contactDrawer.since')} value={format.date(contact.createdAt)} />
        ) : null}
      </dl>
    </div>
  )
}
