import type { Contact } from '@contract'
import { Button } from 'antd'
import { FileArchive, Pencil, ShieldX, UserRoundX, X } from 'lucide-react'
import { useEffect, useState } from 'react'
import { ContactDialog, usePersonalData } from '@/features/contacts'
import type { ContactPanelProps } from '@/features/tickets'
import { useTexts } from '@/i18n'
import { keepPanelContact, openContactPanel, useContactPanel } from '@/stores/contact-panel'
import { useOffered } from '@/stores/servers'
import { EmptyState, IconButton, looks } from '@/ui'
import { AskNumber } from './ask-number'
import styles from './contact-panel.module.css'
import { Earlier } from './earlier'
import { Identity } from './identity'
import { MediaGrid } from './media-grid'
import { Notes } from './notes'
import { Section } from './section'
import { TicketTags } from './ticket-tags'
import { Timeline } from './timeline'

/** What somebody may ask of the company about themselves: a copy of everything, or that it be erased. */
export function Personal({ contact }: { contact: Pick<Contact, 'id' | 'name' | 'number'> }) {
  const { t } = useTexts()
  const { mayExport, mayErase, exportAll, erase } = usePersonalData()
  if (!mayExport && !mayErase) return null
  return (
    <Section name="personal" title={t('contacts.personal.title')}>
      <p className={styles.hint}>{t('contacts.personal.text')}</p>
      <div className={looks.wrapBelow8}>
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

/** Whose ticket it is: details, additional information, tags, notes, earlier tickets, media. */
export function ContactPanel({ ticket, onClose }: ContactPanelProps) {
  const { t } = useTexts()
  const hasMedia = useOffered('contactMedia')
  const hasTimeline = useOffered('ticketTimeline')
  const [editing, setEditing] = useState(false)
  const contactId = ticket.contactId ?? ticket.contact?.id ?? null
  const shown = useContactPanel(state => state.ticketId === ticket.id)
  const full = useContactPanel(state => (state.contactId === contactId ? state.contact : null))
  const failed = useContactPanel(state => state.contactError !== null)
  const notes = useContactPanel(state => state.notes.length)

  useEffect(() => openContactPanel(ticket.id, contactId), [ticket.id, contactId])

  // What the list knows stands at once; the whole contact follows.
  const contact = full ?? ticket.contact
  return (
    <div className={looks.pane}>
      <header className={styles.head}>
        <h2 className={styles.title}>{t('contactDrawer.title')}</h2>
        {contact ? (
          <IconButton
            icon={Pencil}
            size="small"
            label={t('contactDrawer.edit')}
            onClick={() => setEditing(true)}
          />
        ) : null}
        <IconButton icon={X} size="small" label={t('contactDrawer.close')} onClick={onClose} />
      </header>
      <div className={styles.body}>
        {contact ? (
          <>
            <Identity contact={contact} through={ticket.whatsapp?.name} />
            <AskNumber ticket={ticket} contact={contact} />
            {failed ? (
              <p className={styles.hint} role="status">
                {t('contactDrawer.stale')}
              </p>
            ) : null}
            <Section name="extra" title={t('contactDrawer.sections.extra')} count={contact.extraInfo.length}>
              {contact.extraInfo.length > 0 ? (
                <dl className={styles.facts}>
                  {contact.extraInfo.map((info, at) => (
                    <div key={info.id ?? `${info.name}-${at}`} className={styles.fact}>
                      <dt>
                        <bdi>{info.name}</bdi>
                      </dt>
                      <dd>
                        <bdi>{info.value}</bdi>
                      </dd>
                    </div>
                  ))}
                </dl>
              ) : (
                <p className={styles.hint}>{t('contactDrawer.noExtra')}</p>
              )}
            </Section>
          </>
        ) : (
          <EmptyState compact icon={UserRoundX} title={t('contactDrawer.none')} />
        )}
        <Section name="tags" title={t('contactDrawer.sections.tags')} count={ticket.tags.length}>
          <TicketTags ticket={ticket} />
        </Section>
        {contactId === null ? null : (
          <>
            <Section name="notes" title={t('contactDrawer.sections.notes')} count={shown ? notes : undefined}>
              <Notes key={ticket.id} ticket={ticket} contactId={contactId} />
            </Section>
            {hasTimeline ? (
              <Section name="timeline" title={t('contactDrawer.sections.timeline')}>
                {shown ? <Timeline key={ticket.id} /> : null}
              </Section>
            ) : null}
            <Section name="earlier" title={t('contactDrawer.sections.earlier')}>
              {shown ? <Earlier key={ticket.id} currentId={ticket.id} /> : null}
            </Section>
            {hasMedia ? (
              <Section name="media" title={t('contactDrawer.sections.media')}>
                {shown ? <MediaGrid key={ticket.id} /> : null}
              </Section>
            ) : null}
            {contact ? <Personal contact={contact} /> : null}
          </>
        )}
      </div>
      {editing && contact ? (
        <ContactDialog contact={contact} onClose={() => setEditing(false)} onSaved={keepPanelContact} />
      ) : null}
    </div>
  )
}
