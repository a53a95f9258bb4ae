import { Popover } from 'antd'
import { Tag as TagIcon } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { useTexts } from '@/i18n'
import { useKeys } from '@/stores/key-bindings'
import { tagsDirectory, useMayCreateTags } from '@/stores/tags'
import { CREATE_TAG, type StoredTicket, TAG_NAME_MIN } from '@/stores/tickets'
import { IconButton, MoreTags, prepareSelect, SelectOnDemand, TagChip, useDeferredMount } from '@/ui'
import { focusSoon } from './enter-list'
import styles from './tag-editor.module.css'
import { useTicketTags } from './use-ticket-tags'

const TAGS_SHOWN = 2
/** Frames within which the popover stands there with its field. */
const FIELD_FRAMES = 60

interface TagEditorProps {
  ticket: StoredTicket
  open: boolean
  onOpenChange: (open: boolean) => void
}

/** Tags of the open ticket in its header: two chips, and a field behind a button to add, create and remove. */
export function TagEditor({ ticket, open, onOpenChange }: TagEditorProps): ReactNode {
  const { t } = useTexts()
  const tagKeys = useKeys('tags')
  const later = useDeferredMount()
  const mayCreate = useMayCreateTags()
  const { typed, type, options, add, remove } = useTicketTags(ticket, true)
  const moreThan = (shown: number): ReactNode => {
    const hidden = ticket.tags.slice(shown)
    const names = hidden.map(tag => tag.name).join(', ')
    return <MoreTags count={hidden.length} label={t('common.moreTags', { count: hidden.length, names })} />
  }
  // Beside a conversation that is on screen: what is typed right after the key must find its field.
  useEffect(() => {
    if (later) prepareSelect()
  }, [later])
  useEffect(() => {
    if (open) void tagsDirectory.ensure()
    else type('')
    // A field inside a popover takes no focus until that is laid out.
    if (open) focusSoon(() => document.querySelector('[data-tag-field] input'), FIELD_FRAMES)
  }, [open, type])

  const first = options[0]?.value ?? CREATE_TAG

  const button = (
    <IconButton
      icon={TagIcon}
      size="small"
      tip={false}
      title={tagKeys ? `${t('tickets.editTags')} (${tagKeys})` : t('tickets.editTags')}
      label={t('tickets.editTags')}
      aria-expanded={open}
    />
  )
  return (
    <div className={styles.tags}>
      {ticket.tags.slice(0, TAGS_SHOWN).map(tag => (
        <TagChip key={tag.id} name={tag.name} color={tag.color} />
      ))}
      <span className={styles.moreThanTwo}>{moreThan(TAGS_SHOWN)}</span>
      <span className={styles.moreThanOne}>{moreThan(1)}</span>
      {later ? (
        <Popover
          open={open}
          onOpenChange={onOpenChange}
          trigger="click"
          placement="bottomRight"
          arrow={false}
          destroyOnHidden
          content={
            <div data-tag-field="">
              <SelectOnDemand<number[]>
                mode="multiple"
                className={styles.field}
                value={ticket.tags.map(tag => tag.id)}
                showSearch={{ filterOption: false, onSearch: type, searchValue: typed }}
                // Enter takes the tag that is listed; a new one for the whole company is chosen as such.
                only={typed.trim() !== '' && first !== CREATE_TAG ? [first] : null}
                onSelect={value => add(Number(value))}
                onDeselect={value => remove(Number(value))}
                options={options}
                notFoundContent={t(mayCreate ? 'tickets.noTagYet' : 'tickets.noTag', { count: TAG_NAME_MIN })}
                placeholder={t('tickets.tagsHint')}
                aria-label={t('tickets.editTags')}
              />
            </div>
          }
        >
          {button}
        </Popover>
      ) : (
        button
      )}
    </div>
  )
}
