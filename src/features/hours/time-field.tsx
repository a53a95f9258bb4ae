import { Input } from 'antd'
import { useState } from 'react'

interface TimeFieldProps {
  /** What a label names it by; given by the form where it is in one. */
  id?: string
  /** HH:mm, or what was typed and is no time. Given by the form where it is in one. */
  value?: string
  onChange?: (typed: string) => void
  label: string
  disabled?: boolean
  wrong?: boolean
}

/** A time of day that may be typed as 0800, 8:00, 8h or 8; shown as it was typed until the field is left. */
export function TimeField({
  id,
  value = '',
  onChange,
  label,
  disabled = false,
  wrong = false,
}: TimeFieldProps) {
  const [typed, setTyped] = useState<string | null>(null)
  return (
    <Input
      id={id}
      value={typed ?? value}
      aria-label={label}
      aria-invalid={wrong}
      status={wrong && typed === null ? 'error' : ''}
      disabled={disabled}
      inputMode="numeric"
      placeholder="--:--"
      autoComplete="off"
      maxLength={24}
      onFocus={event => event.target.select()}
      onChange={event => {
        setTyped(event.target.value)
        onChange?.(event.target.value)
      }}
      onBlur={() => setTyped(null)}
    />
  )
}
