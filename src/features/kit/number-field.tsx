import { ConfigProvider, type GetRef, InputNumber, type InputNumberProps } from 'antd'
import { useLayoutEffect, useRef } from 'react'
import {
  type Language,
  numberText,
  parseAmount,
  parseDuration,
  parseNumber,
  parsePercent,
  type TFunction,
  useTexts,
} from '@/i18n'
import { Problem, useTyped } from './typed-text'

/** `amount` has two decimals; the others are whole numbers. In `minutes` lengths of time can be typed, too: "1h30". */
type NumberKind = 'whole' | 'amount' | 'percent' | 'minutes'

const MINUTE = 60_000

const READERS: Record<NumberKind, (language: Language, text: string) => number | null> = {
  whole: parseNumber,
  amount: parseAmount,
  percent: parsePercent,
  minutes: (language, text) => {
    const span = parseDuration(language, text)
    return span === null ? parseNumber(language, text) : span / MINUTE
  },
}

export interface NumberFieldProps
  extends Pick<
    InputNumberProps<number>,
    | 'aria-label'
    | 'className'
    | 'controls'
    | 'disabled'
    | 'id'
    | 'max'
    | 'min'
    | 'onBlur'
    | 'placeholder'
    | 'prefix'
    | 'step'
    | 'style'
    | 'suffix'
  > {
  kind?: NumberKind
  value?: number | null
  /** A number within the limits, or null where the field was emptied. */
  onChange?: (value: number | null) => void
  /** It cannot be emptied. A field of a form has a rule for that. */
  needed?: boolean
}

function example(language: Language, t: TFunction, kind: NumberKind): string {
  if (kind === 'amount') return t('kit.typed.amount', { example: numberText(language, 1234.56, 2) })
  return t(kind === 'minutes' ? 'kit.typed.minutes' : 'kit.typed.whole')
}

/**
 * The field for a number, typed in the reader's own writing or stepped by arrows and buttons. What it cannot read, or lies
 * beyond its limits, it says and does not take; nothing is rounded or moved to a limit.
 */
export function NumberField({
  kind = 'whole',
  value = null,
  onChange,
  needed = false,
  min,
  max,
  onBlur,
  ...props
}: NumberFieldProps) {
  const { t, language } = useTexts()
  const field = useRef<GetRef<typeof InputNumber>>(null)
  const decimals = kind === 'amount' ? 2 : undefined
  const written = (number: number): string => numberText(language, number, decimals)
  const typed = useTyped<number | null>({
    value,
    live: true,
    box: field,
    onRead: next => onChange?.(next),
    read: ([text]) => {
      if (!text?.trim()) return needed ? { problem: t('kit.form.required') } : { value: null }
      const number = READERS[kind](language, text)
      if (number === null || (kind !== 'amount' && !Number.isInteger(number)))
        return { problem: example(language, t, kind) }
      if (min !== undefined && number < Number(min))
        return { problem: t('kit.typed.atLeast', { limit: written(Number(min)) }) }
      if (max !== undefined && number > Number(max))
        return { problem: t('kit.typed.atMost', { limit: written(Number(max)) }) }
      return { value: number }
    },
  })
  // A form that is opened again after it was closed draws its buttons anew.
  ConfigProvider.useConfig()
  useLayoutEffect(() => {
    const named = { up: t('kit.number.more'), down: t('kit.number.less') }
    for (const [action, label] of Object.entries(named))
      field.current?.nativeElement
        .querySelector(`[role="button"][class*="-action-${action}"]`)
        ?.setAttribute('aria-label', label)
  })
  const [text = null] = typed.texts
  const shown = text ?? (value === null ? '' : written(value))
  return (
    <>
      <InputNumber<number>
        {...props}
        {...(typed.problem === null
          ? {}
          : { status: 'error', 'aria-invalid': true, 'aria-describedby': typed.problemId })}
        ref={field}
        min={min}
        max={max}
        inputMode={kind === 'amount' ? 'decimal' : undefined}
        value={value}
        // The text is this field's own; Ant Design's steps.
        formatter={() => shown}
        changeOnBlur={false}
        onInput={next => typed.type([next])}
        onStep={next => {
          typed.drop()
          onChange?.(next)
        }}
        onBlur={event => {
          typed.settle()
          onBlur?.(event)
        }}
        onPressEnter={() => typed.settle()}
      />
      <Problem typed={typed} />
    </>
  )
}
