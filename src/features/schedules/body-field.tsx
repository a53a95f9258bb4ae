import { type Contact, fillVariables, MESSAGE_MAX_CHARS, VARIABLE_FORMS, variablesFor } from '@contract'
import { ConfigProvider, Input } from 'antd'
import type { TextAreaRef } from 'antd/es/input/TextArea'
import { type RefObject, useRef } from 'react'
import { useTexts } from '@/i18n'
import styles from './schedules.module.css'

interface BodyFieldProps {
  /** Given by the form. */
  id?: string
  value?: string
  onChange?: (text: string) => void
}

/** The words of a message with the chips of its variables, which go in where the caret stands. */
export function BodyField({ id, value = '', onChange }: BodyFieldProps) {
  const { t } = useTexts()
  const area = useRef<TextAreaRef>(null)
  const disabled = ConfigProvider.useConfig().componentDisabled ?? false
  return (
    <>
      <Input.TextArea
        id={id}
        ref={area as RefObject<TextAreaRef>}
        value={value}
        onChange={event => onChange?.(event.target.value)}
        autoSize={{ minRows: 4, maxRows: 10 }}
        maxLength={MESSAGE_MAX_CHARS}
        placeholder={t('schedules.bodyHint')}
        dir="auto"
      />
      <fieldset className={styles.chips} aria-label={t('schedules.variables')} disabled={disabled}>
        {VARIABLE_FORMS.map(([key, words]) => {
          const name = t(`schedules.variable.${key}`)
          return (
            <button
              key={key}
              type="button"
              className={styles.chip}
              aria-label={t('schedules.insert', { name })}
              title={words}
              onMouseDown={event => event.preventDefault()}
              onClick={() => {
                const field = area.current?.resizableTextArea?.textArea
                const start = field?.selectionStart ?? value.length
                const end = field?.selectionEnd ?? start
                onChange?.(`${value.slice(0, start)}${words}${value.slice(end)}`)
                requestAnimationFrame(() => {
                  field?.focus()
                  field?.setSelectionRange(start + words.length, start + words.length)
                })
              }}
            >
              {name}
            </button>
          )
        })}
      </fieldset>
    </>
  )
}

interface PreviewProps {
  body: string
  contact: Pick<Contact, 'name' | 'number'> | null
  /** ISO-8601; null when no time is chosen. */
  sendAt: string | null
  zone: string
}

/** What the chosen contact will read at the chosen time. */
export function Preview({ body, contact, sendAt, zone }: PreviewProps) {
  const { t } = useTexts()
  const text = body.trim()
  if (text === '' || contact === null) return <p className={styles.hint}>{t('schedules.previewNone')}</p>
  const at = sendAt === null ? new Date() : new Date(sendAt)
  const variables = variablesFor(
    contact.name || contact.number,
    at,
    {
      // The workspace greets customers in their language, not in the console's.
      morning: 'Bom dia',
      afternoon: 'Boa tarde',
      evening: 'Boa noite',
    },
    zone,
  )
  return (
    <p className={styles.bubble} dir="auto">
      {fillVariables(text, variables)}
    </p>
  )
}
