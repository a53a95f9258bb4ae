import {
  BREAK_MAX_MINUTES,
  BREAK_REASONS,
  BREAK_REASONS_MAX,
  breakReasonsOf,
  isKnownBreakReason,
  SETTINGS,
  type SettingKey,
  type SettingRule,
  settingAccepts,
} from '@contract'
import { Button, type GetRef, Input, type InputRef, Switch } from 'antd'
import { type KeyboardEvent, useMemo, useRef, useState } from 'react'
import { useTyped } from '@/features/kit'
import { isTextKey, parseNumber, type TFunction, useTexts, zoneOptions } from '@/i18n'
import { useOffered } from '@/stores/servers'
import { Select } from '@/ui'
import { Choice } from '../parts'
import styles from './options.module.css'

export interface SettingControlProps {
  settingKey: SettingKey
  value: string
  disabled: boolean
  labelId: string
  hintId: string
  /** Given only values the table allows. */
  onChange: (value: string) => void
}

type TextAreaRef = GetRef<typeof Input.TextArea>
type TypedBox = Parameters<typeof useTyped>[0]['box']

/**
 * What is typed into a setting: saved by Enter or when the field is left, never half; refused at the field, and asked about
 * before the screen is left. What somebody else saves meanwhile is shown and not overwritten before it was looked at.
 * @param read the setting's value by what is typed. @param problem why it cannot be taken.
 */
function useTypedSetting(
  { settingKey, value, onChange }: SettingControlProps,
  box: TypedBox,
  read: (text: string) => string,
  problem: string,
) {
  const { t } = useTexts()
  /** The setting's value when the typing began. */
  const [from, setFrom] = useState<string | null>(null)
  const hasTheirs = from !== null && from !== value
  const typed = useTyped({
    value: from ?? value,
    box,
    onRead: next => {
      setFrom(null)
      onChange(next)
    },
    read: ([text]) => {
      const next = read(text ?? '')
      if (!settingAccepts(settingKey, next)) return { problem }
      return hasTheirs ? { problem: '', waits: true } : { value: next }
    },
  })
  const text = typed.texts[0] ?? null
  const drop = (): void => {
    setFrom(null)
    typed.drop()
  }
  const settle = (): void => {
    if (typed.settle(true)) setFrom(null)
  }
  const mine = read(text ?? '')
  const isRefused = Boolean(typed.problem)
  return {
    text,
    field: {
      'aria-invalid': isRefused,
      status: isRefused ? ('error' as const) : ('' as const),
      onChange: (event: { target: { value: string } }) => {
        setFrom(from ?? value)
        typed.type([event.target.value])
      },
      onBlur: settle,
      onKeyDown: (event: KeyboardEvent) => {
        if (event.nativeEvent.isComposing) return
        if (event.key === 'Enter' && event.currentTarget instanceof HTMLInputElement) settle()
        if (event.key === 'Escape' && text !== null) {
          event.stopPropagation()
          drop()
        }
      },
    },
    said: (
      <>
        {hasTheirs ? (
          <span className={styles.theirs} role="alert">
            {t('settings.options.theirs', { value: value || '–' })}
            <Button type="link" size="small" onClick={drop}>
              {t('kit.form.takeTheirs')}
            </Button>
            <Button
              type="link"
              size="small"
              disabled={!settingAccepts(settingKey, mine)}
              onClick={() => {
                drop()
                onChange(mine)
              }}
            >
              {t('kit.form.keepMine')}
            </Button>
          </span>
        ) : null}
        {isRefused ? (
          <span className={styles.refused} role="alert">
            {typed.problem}
          </span>
        ) : null}
      </>
    ),
  }
}

/** A figure that is typed. */
function NumberControl({ rule, ...props }: SettingControlProps & { rule: SettingRule & { kind: 'number' } }) {
  const { settingKey, value, disabled, labelId, hintId } = props
  const { t, language } = useTexts()
  const box = useRef<InputRef>(null)
  const read = (text: string): string => String(parseNumber(language, text) ?? text.trim())
  const problem = t('settings.options.between', { min: rule.min, max: rule.max })
  const { text, field, said } = useTypedSetting(props, box, read, problem)
  return (
    <span className={styles.typed}>
      <Input
        {...field}
        ref={box}
        className={styles.number}
        aria-labelledby={labelId}
        aria-describedby={hintId}
        value={text ?? value}
        disabled={disabled}
        autoComplete="off"
        spellCheck={false}
        inputMode="numeric"
        suffix={t(settingKey === 'auditRetentionDays' ? 'settings.options.days' : 'settings.options.mb')}
      />
      {said}
    </span>
  )
}

function ZoneControl({ value, disabled, labelId, hintId, onChange }: SettingControlProps) {
  const { language } = useTexts()
  const options = useMemo(() => zoneOptions(language, value), [language, value])
  return (
    <Select
      className={styles.zone}
      showSearch
      aria-labelledby={labelId}
      aria-describedby={hintId}
      value={value}
      disabled={disabled}
      onChange={onChange}
      options={options}
    />
  )
}

/** Reasons as people read and type them, one in each line; what is known in every language is kept by its key. */
const reasonsText = (t: TFunction, value: string): string =>
  breakReasonsOf(value)
    .map(({ reason, minutes }) => {
      const name = isKnownBreakReason(reason) ? t(`workplace.break.reason.${reason}`) : reason
      return minutes === null ? name : `${name} | ${minutes}`
    })
    .join('\n')

function reasonsTyped(t: TFunction, typed: string): string {
  const known = new Map(
    Object.keys(BREAK_REASONS)
      .filter(isKnownBreakReason)
      .map(key => [t(`workplace.break.reason.${key}`), key]),
  )
  return typed
    .split('\n')
    .map(line => line.split('|').map(part => part.trim()))
    .filter(parts => parts.some(Boolean))
    .map(([name = '', ...rest]) => [known.get(name) ?? name, ...rest.filter(Boolean)].join('|'))
    .join('\n')
}

function ReasonsControl(props: SettingControlProps) {
  const { value, disabled, labelId, hintId } = props
  const { t } = useTexts()
  const box = useRef<TextAreaRef>(null)
  const problem = t('settings.options.badReasons', { count: BREAK_REASONS_MAX, max: BREAK_MAX_MINUTES })
  const { text, field, said } = useTypedSetting(props, box, typed => reasonsTyped(t, typed), problem)
  return (
    <span className={styles.typed}>
      <Input.TextArea
        {...field}
        ref={box}
        className={styles.zone}
        aria-labelledby={labelId}
        aria-describedby={hintId}
        autoSize={{ minRows: 3, maxRows: BREAK_REASONS_MAX }}
        value={text ?? reasonsText(t, value)}
        disabled={disabled}
      />
      {said}
    </span>
  )
}

/** The control of a setting, by what its rule says it may hold. */
export function SettingControl(props: SettingControlProps) {
  const { settingKey, value, disabled, labelId, hintId, onChange } = props
  const { t } = useTexts()
  const rule: SettingRule = SETTINGS[settingKey]
  const menus = useOffered('interactiveMenus')
  if (rule.kind === 'zone') return <ZoneControl {...props} />
  if (rule.kind === 'breaks') return <ReasonsControl {...props} />
  if (rule.kind === 'number' && rule.max <= 10) {
    const counts = Array.from({ length: rule.max - rule.min + 1 }, (_, index) => index + rule.min)
    return (
      <Select
        className={styles.number}
        aria-labelledby={labelId}
        aria-describedby={hintId}
        value={value}
        disabled={disabled}
        onChange={onChange}
        options={counts.map(count => ({
          value: String(count),
          label: t('settings.options.days', { count }),
        }))}
      />
    )
  }
  if (rule.kind === 'number') return <NumberControl {...props} rule={rule} />
  // Kept for other programs, and not shown (contract/settings.ts).
  if (rule.kind === 'text') return null
  if (rule.values.includes('enabled') && rule.values.length === 2)
    return (
      <Switch
        aria-labelledby={labelId}
        aria-describedby={hintId}
        checked={value === 'enabled'}
        disabled={disabled}
        onChange={on => onChange(on ? 'enabled' : 'disabled')}
      />
    )
  // What a server's chatbot cannot send is shown while it is chosen, and not offered again.
  const offered = rule.values.filter(
    option => settingKey !== 'chatBotType' || menus || option === 'text' || option === value,
  )
  return (
    <Choice
      labelledBy={labelId}
      value={value}
      disabled={disabled}
      onChange={onChange}
      options={offered.map(option => {
        const key = `settings.options.value.${settingKey}.${option}`
        return { value: option, label: isTextKey(key) ? t(key) : option }
      })}
    />
  )
}
