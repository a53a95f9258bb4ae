import { Plus } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useTicketTags } from '@/features/tickets'
import { useTexts } from '@/i18n'
import { useReadsOnly } from '@/stores/mentions'
import { tagsDirectory } from '@/stores/tags'
import { CREATE_TAG, type StoredTicket } from '@/stores/tickets'
import { prepareSelect, SelectOnDemand, TagChip, ToolbarButton } from '@/ui'
import styles from './contact-panel.module.css'

/** Tags of the ticket: each with a way out, and one field to add a known one or create a new one. */
export function TicketTags({ ticket }: { ticket: StoredTicket }) {
  const { t } = useTexts()
  const readsOnly = useReadsOnly(ticket)
  const [adding, setAdding] = useState(false)
  const { typed, type, options, add, remove } = useTicketTags(ticket, false)
  useEffect(prepareSelect, [])
  useEffect(() => {
    if (adding) void tagsDirectory.ensure()
  }, [adding])

  const leave = (): void => {
    setAdding(false)
    type('')
  }

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
          {...(readsOnly
            ? {}
            : {
                onRemove: () => remove(tag.id),
                removeLabel: t('contactDrawer.removeTag', { name: tag.name }),
              })}
        />
      ))}
      {readsOnly ? null : adding ? (
        <SelectOnDemand<number>
          className={styles.tagField}
          autoFocus
          defaultOpen
          showSearch={{ filterOption: false, onSearch: type, searchValue: typed }}
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
          onSelect={id => {
            add(id)
            setAdding(false)
          }}
          onBlur={leave}
          onKeyDown={event => {
            if (event.key !== 'Escape') return
            event.stopPropagation()
            leave()
          }}
        />
      ) : (
        <ToolbarButton icon={Plus} label={t('contactDrawer.addTag')} onClick={() => setAdding(true)} />
      )}
    </div>
  )
}
