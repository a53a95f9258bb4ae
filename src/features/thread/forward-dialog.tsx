import { CONTACT_SEARCH_MIN_CHARS, type Contact, DEBOUNCE_MS } from '@contract'
import { Button, Modal } from 'antd'
import { type KeyboardEvent, useEffect, useRef, useState } from 'react'
import { call, isAborted } from '@/api'
import { errorText, useTexts } from '@/i18n'
import { Avatar, cx, EmptyState, ErrorState, SearchField, SkeletonRows } from '@/ui'
import styles from './forward-dialog.module.css'

interface ForwardDialogProps {
  count: number
  onForward: (contact: Contact) => void
  onClose: () => void
}

type Found =
  | { status: 'loading' }
  | { status: 'ready'; contacts: Contact[] }
  | { status: 'failed'; error: unknown }

/** Contacts by name or number: at once for the empty field, after a pause while one types. */
function useContacts(text: string, attempt: number): Found {
  const [found, setFound] = useState<Found>({ status: 'loading' })
  useEffect(() => {
    const wanted = text.trim()
    if (attempt < 0 || (wanted !== '' && wanted.length < CONTACT_SEARCH_MIN_CHARS)) return
    const stop = new AbortController()
    const timer = setTimeout(
      () => {
        call('contacts.list', { query: { searchParam: wanted, pageNumber: 1 }, signal: stop.signal })
          .then(answer =>
            setFound({ status: 'ready', contacts: answer.contacts.filter(contact => contact.active) }),
          )
          .catch((error: unknown) => {
            if (!isAborted(error)) setFound({ status: 'failed', error })
          })
      },
      wanted === '' ? 0 : DEBOUNCE_MS,
    )
    return () => {
      clearTimeout(timer)
      stop.abort()
    }
  }, [text, attempt])
  return found
}

/** Chooses to whom the selected messages go. */
export function ForwardDialog({ count, onForward, onClose }: ForwardDialogProps) {
  const { t, format } = useTexts()
  const [text, setText] = useState('')
  const [attempt, setAttempt] = useState(0)
  const [chosen, setChosen] = useState<Contact | null>(null)
  const [at, setAt] = useState(0)
  const field = useRef<HTMLInputElement>(null)
  const found = useContacts(text, attempt)
  const contacts = found.status === 'ready' ? found.contacts : []

  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      const to = Math.max(0, Math.min(contacts.length - 1, at + (event.key === 'ArrowDown' ? 1 : -1)))
      setAt(to)
      document.getElementById(`forward-${contacts[to]?.id}`)?.scrollIntoView({ block: 'nearest' })
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing) {
      event.preventDefault()
      const row = contacts[at] ?? null
      if ((event.ctrlKey || event.metaKey || chosen?.id === row?.id) && chosen) onForward(chosen)
      else setChosen(row)
    }
  }
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
        <div className={styles.footer}>
          <Button onClick={onClose}>{t('common.cancel')}</Button>
          <Button type="primary" disabled={!chosen} onClick={() => chosen && onForward(chosen)}>
            {t('thread.forwardTo', { count })}
          </Button>
        </div>
      }
    >
      <SearchField
        ref={field}
        value={text}
        onChange={value => {
          setText(value)
          setAt(0)
        }}
        label={t('thread.searchContact')}
        clearLabel={t('common.clear')}
        busy={found.status === 'loading'}
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
        {found.status === 'loading' ? (
          <SkeletonRows count={5} height={52} avatar label={t('common.loading')} />
        ) : null}
        {found.status === 'failed' ? (
          <ErrorState
            compact
            title={t('common.failedToLoad')}
            text={errorText(t, found.error)}
            retryLabel={t('common.retry')}
            onRetry={() => setAttempt(attempt + 1)}
          />
        ) : null}
        {found.status === 'ready' && contacts.length === 0 ? (
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
              setAt(place)
              setChosen(contact)
            }}
            onDoubleClick={() => onForward(contact)}
          >
            <Avatar name={contact.name} src={contact.profilePicUrl} size={32} group={contact.isGroup} />
            <bdi className={styles.name}>{contact.name}</bdi>
            <span className={styles.number}>{format.phone(contact.number)}</span>
          </button>
        ))}
      </div>
    </Modal>
  )
}
