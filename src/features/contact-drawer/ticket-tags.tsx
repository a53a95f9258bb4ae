import { Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { errorText, useTexts } from '@/i18n'
import { tagsDirectory, useMayCreateTags, useTags } from '@/stores/tags'
import {
  CREATE_TAG,
  type StoredTicket,
  syncTags,
  TAG_NAME_MIN,
  tagChoices,
  tagNamed,
  ticketById,
} from '@/stores/tickets'
import { toasts } from '@/stores/toasts'
import { prepareSelect, SelectOnDemand, TagChip, ToolbarButton } from '@/ui'
import styles from './contact-panel.module.css'

/** Tags of the ticket: each with a way out, and one field to add a known one or create a new one. */
export function TicketTags({ ticket }: { ticket: StoredTicket }) {
  const { t } = useTexts()
  const known = useTags()
  const mayCreate = useMayCreateTags()
  const [adding, setAdding] = useState(false)
  const [typed, setTyped] = useState('')
  useEffect(prepareSelect, [])
  useEffect(() => {
    if (adding) void tagsDirectory.ensure()
  }, [adding])

  const reporting = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work()
    } catch (error) {
      toasts.error(errorText(t, error))
    }
  }
  // Always from the ticket as it is now: two quick clicks must not undo one another.
  const current = (): number[] => (ticketById(ticket.id) ?? ticket).tags.map(tag => tag.id)
  const remove = (id: number): void =>
    void reporting(() =>
      syncTags(
        ticket.id,
        current().filter(other => other !== id),
      ),
    )
  const add = (id: number): void =>
    void reporting(async () => {
      const name = typed
      setTyped('')
      setAdding(false)
      if (id !== CREATE_TAG) return syncTags(ticket.id, [...current(), id])
      const tag = await tagNamed(name)
      if (tag) await syncTags(ticket.id, [...current(), tag.id])
      else toasts.error(t('contactDrawer.tagTooShort', { count: TAG_NAME_MIN }))
    })

  const carried = new Set(ticket.tags.map(tag => tag.id))
  const options = tagChoices(
    known.filter(tag => !carried.has(tag.id)),
    typed,
    mayCreate ? name => t('contactDrawer.createTag', { name }) : null,
  )

  return (
    <div className={styles.tags}>
      {ticket.tags.length === 0 && !adding ? (
        <p className={styles.hint}>{t('contactDrawer.noTags')}</p>
      ) : null}
      {ticket.tags.map(tag => (
        <TagChip
          key={tag.id}
          size="normal"
          name={tag.name}
          color={tag.color}
          onRemove={() => remove(tag.id)}
          removeLabel={t('contactDrawer.removeTag', { name: tag.name })}
        />
      ))}
      {adding ? (
        <SelectOnDemand<number>
          className={styles.tagField}
          autoFocus
          defaultOpen
          showSearch={{ filterOption: false, onSearch: setTyped, searchValue: typed }}
          options={options}
          optionRender={option =>
            option.value === CREATE_TAG ? (
              <span className={styles.create}>
                <Plus size={14} strokeWidth={1.75} aria-hidden="true" />
                <bdi>{option.label}</bdi>
              </span>
            ) : (
              <TagChip name={String(option.label)} color={option.data.color} size="normal" />
            )
          }
          notFoundContent={t('contactDrawer.tagHint')}
          placeholder={t('contactDrawer.tagHint')}
          aria-label={t('contactDrawer.addTag')}
          onSelect={add}
          onBlur={() => {
            setAdding(false)
            setTyped('')
          }}
          onKeyDown={event => {
            if (event.key !== 'Escape') return
            event.stopPropagation()
            setAdding(false)
            setTyped('')
          }}
        />
      ) : (
        <ToolbarButton icon={Plus} label={t('contactDrawer.addTag')} onClick={() => setAdding(true)} />
      )}
    </div>
  )
}
