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
import { Button, Input, Switch } from 'antd'
import { type KeyboardEvent, useMemo, useState } from 'react'
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

interface Typed {
  text: string
  /** The setting's value when the typing began. */
  from: string
}

/**
 * A figure that is typed: saved by Enter or when the field is left, never half. What somebody else saves meanwhile is shown
 * and not overwritten before it was looked at.
 */
function TypedControl({
  settingKey,
  value,
  disabled,
  labelId,
  hintId,
  onChange,
  rule,
}: SettingControlProps & { rule: SettingRule & { kind: 'number' } }) {
  const { t, language } = useTexts()
  const [typed, setTyped] = useState<Typed | null>(null)
  const shown = typed?.text ?? value
  const theirs = typed !== null && typed.from !== value
  const draft = String(parseNumber(language, shown) ?? shown.trim())
  const refused = typed !== null && !settingAccepts(settingKey, draft)
  const commit = (): void => {
    if (typed === null || refused || theirs) return
    setTyped(null)
    if (draft !== value) onChange(draft)
  }
  const field = {
    className: styles.number,
    'aria-labelledby': labelId,
    'aria-describedby': hintId,
    'aria-invalid': refused,
    status: refused ? ('error' as const) : ('' as const),
    value: shown,
    disabled,
    onChange: (event: { target: { value: string } }) =>
      setTyped({ text: event.target.value, from: typed?.from ?? value }),
    onBlur: commit,
    onKeyDown: (event: KeyboardEvent) => {
      if (event.nativeEvent.isComposing) return
      if (event.key === 'Enter') commit()
      if (event.key === 'Escape' && typed !== null) {
        event.stopPropagation()
        setTyped(null)
      }
    },
  }
  return (
    <span className={styles.typed}>
      <Input
        {...field}
        autoComplete="off"
        spellCheck={false}
        inputMode="numeric"
        suffix={t(settingKey === 'auditRetentionDays' ? 'settings.options.days' : 'settings.options.mb')}
      />
      {theirs ? (
        <span className={styles.theirs} role="alert">
          {t('settings.options.theirs', { value: value || '–' })}
          <Button type="link" size="small" onClick={() => setTyped(null)}>
            {t('kit.form.takeTheirs')}
          </Button>
          <Button
            type="link"
            size="small"
            disabled={refused}
            onClick={() => {
              setTyped(null)
              onChange(draft)
            }}
          >
            {t('kit.form.keepMine')}
          </Button>
        </span>
      ) : null}
      {refused ? (
        <span className={styles.refused} role="alert">
          {t('settings.options.between', { min: rule.min, max: rule.max })}
        </span>
      ) : null}
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

function ReasonsControl({ settingKey, value, disabled, labelId, hintId, onChange }: SettingControlProps) {
  const { t } = useTexts()
  const [typed, setTyped] = useState<string | null>(null)
  const next = typed === null ? value : reasonsTyped(t, typed)
  const refused = !settingAccepts(settingKey, next)
  const commit = (): void => {
    if (typed === null || refused) return
    setTyped(null)
    if (reasonsText(t, next) !== reasonsText(t, value)) onChange(next)
  }
  return (
    <span className={styles.typed}>
      <Input.TextArea
        className={styles.zone}
        aria-labelledby={labelId}
        aria-describedby={hintId}
        aria-invalid={refused}
        status={refused ? 'error' : ''}
        autoSize={{ minRows: 3, maxRows: BREAK_REASONS_MAX }}
        value={typed ?? reasonsText(t, value)}
        disabled={disabled}
        onChange={event => setTyped(event.target.value)}
        onBlur={commit}
      />
      {refused ? (
        <span className={styles.refused} role="alert">
          {t('settings.options.badReasons', { count: BREAK_REASONS_MAX, max: BREAK_MAX_MINUTES })}
        </span>
      ) : null}
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
  if (rule.kind === 'number') return <TypedControl {...props} rule={rule} />
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
