import { type Contact, displayName } from '@contract'
import { Button, Modal } from 'antd'
import { type KeyboardEvent, useRef, useState } from 'react'
import { LoadError } from '@/features/load-error'
import { usePeopleSearch } from '@/features/people'
import { useTexts } from '@/i18n'
import { Avatar, cx, EmptyState, looks, SearchField, SkeletonRows } from '@/ui'
import styles from './forward-dialog.module.css'

interface ForwardDialogProps {
  count: number
  onForward: (contact: Contact) => void
  onClose: () => void
}

/**
 * Chooses to whom the selected messages go. Nobody is marked until the arrows, the pointer, or a name that fits one
 * contact alone have said whom; the button names the person.
 */
export function ForwardDialog({ count, onForward, onClose }: ForwardDialogProps) {
  const { t, format } = useTexts()
  const [text, setText] = useState('')
  const [chosen, setChosen] = useState<Contact | null>(null)
  const [marked, setMarked] = useState<number | null>(null)
  const field = useRef<HTMLInputElement>(null)
  const search = usePeopleSearch(true)
  const contacts = search.found.filter(contact => contact.active)
  const at = contacts.findIndex(contact => contact.id === (marked ?? search.only?.id))
  const waiting = search.busy && contacts.length === 0

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      const to =
        event.key === 'ArrowDown' ? Math.min(contacts.length - 1, at + 1) : at < 0 ? -1 : Math.max(0, at - 1)
      const row = contacts[to]
      if (!row) return
      setMarked(row.id)
      document.getElementById(`forward-${row.id}`)?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      const row = contacts[at] ?? null
      if (chosen && (event.ctrlKey || event.metaKey || chosen.id === row?.id)) onForward(chosen)
      else if (row) setChosen(row)
    }
  }
  const name = displayName(chosen)
  return (
    <Modal
      open
      centered
      width={480}
      title={t('thread.forwardTitle', { count })}
      onCancel={onClose}
      afterOpenChange={open => {
        if (open) field.current?.focus()
      }}
      footer={
        <div className={looks.buttons}>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button
            className={styles.send}
            type="primary"
            disabled={!chosen}
            onClick={() => chosen && onForward(chosen)}
          >
            {chosen ? t('thread.forwardToName', { name }) : t('thread.forwardTo', { count })}
          </Button>
        </div>
      }
    >
      <SearchField
        ref={field}
        value={text}
        onChange={value => {
          setText(value)
          setMarked(null)
          // Whoever was chosen for another text may not be on screen any more.
          setChosen(null)
          search.type(value)
        }}
        label={t('thread.searchContact')}
        clearLabel={t('common.clear')}
        busy={search.busy}
        onKeyDown={onKeyDown}
      />
      <div
        className={styles.list}
        role="listbox"
        aria-label={t('thread.contacts')}
        aria-activedescendant={contacts[at] ? `forward-${contacts[at].id}` : undefined}
        tabIndex={0}
        onKeyDown={onKeyDown}
      >
        {waiting ? <SkeletonRows count={5} height={52} avatar label={t('common.loading')} /> : null}
        {!search.busy && search.error === null && contacts.length === 0 ? (
          <EmptyState compact title={t('common.empty')} />
        ) : null}
        {contacts.map((contact, place) => (
          <button
            key={contact.id}
            id={`forward-${contact.id}`}
            type="button"
            role="option"
            tabIndex={-1}
            aria-selected={chosen?.id === contact.id}
            className={cx(
              styles.contact,
              place === at && styles.at,
              chosen?.id === contact.id && styles.chosen,
            )}
            onClick={() => {
              setMarked(contact.id)
              setChosen(contact)
            }}
            onDoubleClick={() => onForward(contact)}
          >
            <Avatar
              name={displayName(contact)}
              src={contact.profilePicUrl}
              size={32}
              group={contact.isGroup}
            />
            <bdi className={styles.name}>{displayName(contact)}</bdi>
            <span className={styles.number}>{format.phoneOf(contact)}</span>
          </button>
        ))}
        {search.error === null ? null : <LoadError compact error={search.error} onRetry={search.retry} />}
      </div>
    </Modal>
  )
}
