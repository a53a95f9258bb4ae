import { SEARCH_MAX_CHARS } from '@contract'
import { Search, X } from 'lucide-react'
import type { KeyboardEvent, Ref } from 'react'
import { cx } from './cx'
import styles from './search-field.module.css'

export interface SearchFieldProps {
  value: string
  onChange: (value: string) => void
  /** Accessible name. */
  label: string
  placeholder?: string
  clearLabel: string
  /** Enter, with the text; the debounce of typed text is the caller's. */
  onSubmit?: (value: string) => void
  onKeyDown?: (event: KeyboardEvent<HTMLInputElement>) => void
  busy?: boolean
  className?: string
  id?: string
  ref?: Ref<HTMLInputElement>
}

/** A search box, which takes as much as servers search for: Esc clears it first, and only then closes what it stands in. */
export function SearchField({
  value,
  onChange,
  label,
  placeholder,
  clearLabel,
  onSubmit,
  onKeyDown,
  busy = false,
  className,
  id,
  ref,
}: SearchFieldProps) {
  const keyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    onKeyDown?.(event)
    if (event.defaultPrevented || event.nativeEvent.isComposing) return
    if (event.key === 'Escape' && value !== '') {
      event.preventDefault()
      event.stopPropagation()
      onChange('')
    }
    if (event.key === 'Enter') onSubmit?.(value)
  }
  return (
    <div className={cx(styles.field, className)}>
      <Search
        className={cx(styles.icon, busy && styles.busy)}
        size={16}
        strokeWidth={1.75}
        aria-hidden="true"
      />
      <input
        ref={ref}
        id={id}
        className={styles.input}
        type="text"
        inputMode="search"
        enterKeyHint="search"
        autoComplete="off"
        spellCheck={false}
        maxLength={SEARCH_MAX_CHARS}
        aria-label={label}
        placeholder={placeholder ?? label}
        value={value}
        onChange={event => onChange(event.target.value)}
        onKeyDown={keyDown}
      />
      {value === '' ? null : (
        <button type="button" className={styles.clear} aria-label={clearLabel} onClick={() => onChange('')}>
          <X size={14} strokeWidth={2} aria-hidden="true" />
        </button>
      )}
    </div>
  )
}
