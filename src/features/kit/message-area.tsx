import { VARIABLE_FORMS } from '@contract'
import { ConfigProvider, Input } from 'antd'
import type { TextAreaRef } from 'antd/es/input/TextArea'
import { useRef } from 'react'
import { useTexts } from '@/i18n'
import { counted, cx, looks, nearLimit } from '@/ui'
import styles from './forms.module.css'

export interface MessageAreaProps {
  /** Given by the form where it stands in one. */
  id?: string
  value?: string
  onChange?: (text: string) => void
  onBlur?: () => void
  /** Characters a server takes; more can be typed and pasted, and is pointed out. Nothing is cut off in silence. */
  maxLength?: number
  minRows?: number
  placeholder?: string
  /** Besides a form that is being saved or only read, which is disabled as a whole. */
  disabled?: boolean
  /** Accessible name where no label of a form names it. */
  label?: string
}

/** A text area into which a press puts words, where the caret is. */
export function useInsertion(value: string, onChange?: (text: string) => void) {
  const area = useRef<TextAreaRef>(null)
  const insert = (form: string): void => {
    const field = area.current?.resizableTextArea?.textArea
    const start = field?.selectionStart ?? value.length
    const end = field?.selectionEnd ?? start
    onChange?.(`${value.slice(0, start)}${form}${value.slice(end)}`)
    requestAnimationFrame(() => {
      field?.focus()
      field?.setSelectionRange(start + form.length, start + form.length)
    })
  }
  return { area, insert }
}

/** A text for customers, with the variables as chips below it: a press puts one where the caret is. */
export function MessageArea({
  id,
  value = '',
  onChange,
  onBlur,
  maxLength = 4_096,
  minRows = 3,
  placeholder,
  disabled: off = false,
  label,
}: MessageAreaProps) {
  const { t } = useTexts()
  // A prop of one's own outweighs the form's state at antd's fields, so both are asked.
  const disabled = (ConfigProvider.useConfig().componentDisabled ?? false) || off
  const { area, insert } = useInsertion(value, onChange)
  return (
    <div>
      <Input.TextArea
        {...(id ? { id } : {})}
        ref={area}
        value={value}
        dir="auto"
        autoSize={{ minRows, maxRows: 10 }}
        count={counted(maxLength)}
        disabled={disabled}
        {...(label ? { 'aria-label': label } : {})}
        {...(placeholder ? { placeholder } : {})}
        {...(onBlur ? { onBlur } : {})}
        onChange={event => onChange?.(event.target.value)}
      />
      <div
        className={cx(styles.chips, nearLimit(value.length, maxLength) && styles.counted)}
        role="group"
        aria-label={t('kit.variable.title')}
      >
        {VARIABLE_FORMS.map(([key, form]) => {
          const name = t(`kit.variable.${key}`)
          return (
            <button
              key={key}
              type="button"
              className={looks.chip}
              aria-label={t('kit.variable.insert', { name })}
              title={form}
              disabled={disabled}
              onMouseDown={event => event.preventDefault()}
              onClick={() => insert(form)}
            >
              {name}
            </button>
          )
        })}
      </div>
    </div>
  )
}
