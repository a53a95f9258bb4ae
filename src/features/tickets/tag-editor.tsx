import { Popover } from 'antd'
import { Tag as TagIcon } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { errorText, useTexts } from '@/i18n'
import { useKeys } from '@/stores/key-bindings'
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
import { IconButton, MoreTags, prepareSelect, SelectOnDemand, TagChip, useDeferredMount } from '@/ui'
import { focusSoon } from './enter-list'
import styles from './tag-editor.module.css'

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
  const known = useTags()
  const later = useDeferredMount()
  const mayCreate = useMayCreateTags()
  const [typed, setTyped] = useState('')
  const hidden = ticket.tags.slice(TAGS_SHOWN)
  // Beside a conversation that is on screen: what is typed right after the key must find its field.
  useEffect(() => {
    if (later) prepareSelect()
  }, [later])
  useEffect(() => {
    if (open) void tagsDirectory.ensure()
    else setTyped('')
    // A field inside a popover takes no focus until that is laid out.
    if (open) focusSoon(() => document.querySelector('[data-tag-field] input'), FIELD_FRAMES)
  }, [open])

  // Always from the ticket as it is now: two quick choices must not undo one another.
  const current = (): number[] => (ticketById(ticket.id) ?? ticket).tags.map(tag => tag.id)
  const reporting = async (work: () => Promise<void>): Promise<void> => {
    try {
      await work()
    } catch (error) {
      toasts.error(errorText(t, error))
    }
  }
  const add = (id: number): void => {
    const name = typed
    setTyped('')
    void reporting(async () => {
      const tag = id === CREATE_TAG ? await tagNamed(name) : { id }
      if (tag) await syncTags(ticket.id, [...current(), tag.id])
    })
  }
  const remove = (id: number): void =>
    void reporting(() =>
      syncTags(
        ticket.id,
        current().filter(other => other !== id),
      ),
    )
  const options = tagChoices(known, typed, mayCreate ? name => t('tickets.createTag', { name }) : null)
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
      <MoreTags
        count={hidden.length}
        label={t('common.moreTags', { count: hidden.length, names: hidden.map(tag => tag.name).join(', ') })}
      />
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
                showSearch={{ filterOption: false, onSearch: setTyped, searchValue: typed }}
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
