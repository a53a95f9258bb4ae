import { Popover } from 'antd'
import { Tag as TagIcon } from 'lucide-react'
import { type ReactNode, useEffect } from 'react'
import { errorText, useTexts } from '@/i18n'
import { useKeys } from '@/stores/key-bindings'
import { tagsDirectory, useTags } from '@/stores/tags'
import { type StoredTicket, syncTags, TAG_NAME_MIN, tagNamed } from '@/stores/tickets'
import { toasts } from '@/stores/toasts'
import { IconButton, MoreTags, prepareSelect, SelectOnDemand, TagChip, useDeferredMount } from '@/ui'
import styles from './tag-editor.module.css'

const TAGS_SHOWN = 2

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
  const hidden = ticket.tags.slice(TAGS_SHOWN)
  // Beside a conversation that is on screen: what is typed right after the key must find its field.
  useEffect(() => {
    if (later) prepareSelect()
  }, [later])
  useEffect(() => {
    if (open) void tagsDirectory.ensure()
  }, [open])

  const change = async (values: (number | string)[]): Promise<void> => {
    try {
      const ids: number[] = []
      for (const value of values) {
        if (typeof value === 'number') {
          ids.push(value)
          continue
        }
        const tag = await tagNamed(value)
        if (tag) ids.push(tag.id)
        else toasts.error(t('tickets.tagTooShort', { count: TAG_NAME_MIN }))
      }
      await syncTags(ticket.id, ids)
    } catch (error) {
      toasts.error(errorText(t, error))
    }
  }

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
            <SelectOnDemand
              mode="tags"
              className={styles.field}
              autoFocus
              value={ticket.tags.map(tag => tag.id) as (number | string)[]}
              onChange={(values: (number | string)[]) => void change(values)}
              options={known.map(tag => ({ value: tag.id, label: tag.name }))}
              placeholder={t('tickets.tagsHint')}
              aria-label={t('tickets.editTags')}
            />
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
