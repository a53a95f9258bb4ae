import { Input, Popover } from 'antd'
import { UsersRound } from 'lucide-react'
import { type ComponentProps, type KeyboardEvent, type Ref, useId, useRef, useState } from 'react'
import { useTexts } from '@/i18n'
import { Avatar, cx, looks } from '@/ui'
import { type Candidate, useUnreached } from './candidates'
import styles from './mentions.module.css'
import { nameAt, offered } from './names'

export interface MentionFieldProps
  extends Omit<ComponentProps<typeof Input.TextArea>, 'value' | 'onChange' | 'ref'> {
  /** Given by a form, or by whoever keeps the text. */
  value?: string
  onChange?: (text: string) => void
  candidates: readonly Candidate[]
  field?: Ref<HTMLTextAreaElement>
}

/**
 * A text area that offers names behind an "@": arrows choose, Enter or Tab takes, Escape closes. The focus stays in the text.
 * Whom it names in vain is said below it.
 */
export function MentionField({
  value = '',
  onChange,
  candidates,
  field,
  onKeyDown,
  ...rest
}: MentionFieldProps) {
  const { t } = useTexts()
  const listId = useId()
  const area = useRef<HTMLTextAreaElement>(null)
  const [caret, setCaret] = useState<number | null>(null)
  const [dismissed, setDismissed] = useState<number | null>(null)
  const [choice, setChoice] = useState({ query: '', index: 0 })

  const unreached = useUnreached(value, candidates)
  const word = caret === null ? null : nameAt(value, caret)
  const items = word === null || word.from === dismissed ? [] : offered(candidates, word.query)
  const open = items.length > 0
  const index = choice.query === word?.query ? Math.min(choice.index, items.length - 1) : 0
  const look = (): void => setCaret(area.current?.selectionStart ?? null)

  const take = (item: Candidate): void => {
    const element = area.current
    if (!word || !element) return
    element.setRangeText(`@${item.name} `, word.from, caret ?? word.from, 'end')
    onChange?.(element.value)
    setCaret(null)
  }
  const keys: Record<string, () => void> = {
    ArrowDown: () => setChoice({ query: word?.query ?? '', index: (index + 1) % items.length }),
    ArrowUp: () => setChoice({ query: word?.query ?? '', index: (index - 1 + items.length) % items.length }),
    Enter: () => take(items[index] as Candidate),
    Tab: () => take(items[index] as Candidate),
    Escape: () => setDismissed(word?.from ?? null),
  }
  const press = (event: KeyboardEvent<HTMLTextAreaElement>): void => {
    const act = keys[event.key]
    const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey && !event.shiftKey
    if (!open || !act || !isPlain || event.nativeEvent.isComposing) {
      onKeyDown?.(event)
      return
    }
    event.preventDefault()
    event.stopPropagation()
    act()
  }

  return (
    <>
      <Popover
        open={open}
        trigger={[]}
        arrow={false}
        placement="bottomLeft"
        destroyOnHidden
        styles={{ container: { padding: 6 } }}
        content={
          <div id={listId} role="listbox" aria-label={t('mentions.names')} className={styles.names}>
            {items.map((item, at) => (
              <div
                key={`${item.kind}-${item.id}`}
                id={`${listId}-${at}`}
                role="option"
                tabIndex={-1}
                aria-selected={at === index}
                className={cx(styles.name, at === index && styles.active)}
                onPointerMove={() => setChoice({ query: word?.query ?? '', index: at })}
                onPointerDown={event => {
                  event.preventDefault() // the text field keeps the focus
                  take(item)
                }}
              >
                {item.kind === 'user' ? (
                  <Avatar name={item.name} size={24} />
                ) : (
                  <UsersRound size={16} strokeWidth={1.75} className={styles.queueIcon} aria-hidden="true" />
                )}
                <bdi className={looks.cutRest}>{item.name}</bdi>
                <span className={styles.about}>
                  {[
                    item.kind === 'queue' && t('mentions.queue'),
                    item.online && t('mentions.online'),
                    item.isLetIn && t('mentions.letIn'),
                  ]
                    .filter(Boolean)
                    .join(' · ')}
                </span>
              </div>
            ))}
          </div>
        }
      >
        <Input.TextArea
          {...rest}
          ref={instance => {
            area.current = instance?.resizableTextArea?.textArea ?? null
            if (typeof field === 'function') field(area.current)
            else if (field) field.current = area.current
          }}
          value={value}
          dir="auto"
          aria-autocomplete={candidates.length > 0 ? 'list' : undefined}
          aria-controls={open ? listId : undefined}
          aria-activedescendant={open ? `${listId}-${index}` : undefined}
          onChange={event => {
            onChange?.(event.target.value)
            setDismissed(null)
            look()
          }}
          onSelect={look}
          onKeyDown={press}
          onBlur={event => {
            setCaret(null)
            rest.onBlur?.(event)
          }}
        />
      </Popover>
      <p className={styles.fault} role="status">
        {unreached.length > 0
          ? t('mentions.unreached', { count: unreached.length, names: unreached.join(', ') })
          : null}
      </p>
    </>
  )
}
