import { NEW_PASSWORD, newPassword as newPasswordRule, RESET_CODE } from '@contract'
import { Button } from 'antd'
import type { TFunction } from 'i18next'
import { Check, Circle } from 'lucide-react'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { ApiError } from '@/api'
import { issueText } from '@/features/kit'
import { errorText, useTexts } from '@/i18n'
import { Field, VisuallyHidden } from '@/ui'
import { PasswordField } from './password-field'
import styles from './public-page.module.css'

const RULES = {
  length: (value: string) => value.length >= NEW_PASSWORD.min,
  upper: (value: string) => /\p{Lu}/u.test(value),
  lower: (value: string) => /\p{Ll}/u.test(value),
  digit: (value: string) => /\d/.test(value),
} as const
const RULE_KEYS = Object.keys(RULES) as (keyof typeof RULES)[]

/** What a new password still lacks, while one types. */
function Missing({ value }: { value: string }) {
  const { t } = useTexts()
  return (
    <ul className={styles.rules} aria-label={t('signIn.lost.rules')}>
      {RULE_KEYS.map(key => {
        const met = RULES[key](value)
        const Icon = met ? Check : Circle
        const rule = t(`signIn.lost.rule.${key}`)
        return (
          <li key={key} className={met ? styles.met : undefined}>
            <Icon size={12} strokeWidth={2} aria-hidden="true" />
            <span aria-hidden="true">{rule}</span>
            <VisuallyHidden>
              {t(met ? 'signIn.lost.ruleMet' : 'signIn.lost.ruleMissing', { rule })}
            </VisuallyHidden>
          </li>
        )
      })}
    </ul>
  )
}

/** What went wrong, in words that are for people: a server that fails has none of these. */
export const failureText = (t: TFunction, error: unknown): string =>
  error instanceof ApiError && error.status >= 500 && error.code === null
    ? t('errors.ERR_INTERNAL')
    : errorText(t, error)

/** A failure that stays until the next try: nobody who reads it slowly misses it. */
export function Failure({ text }: { text: string | null }) {
  return text === null ? null : (
    <p className={styles.problem} role="alert">
      {text}
    </p>
  )
}

interface NewPasswordProps {
  /** Whether it is proved by the code of a mail. */
  withCode: boolean
  /**
   * Sets it.
   * @throws whatever `failureText` has words for.
   */
  set: (values: { code: string; password: string }) => Promise<void>
  /** Why nothing else worked; null when there is nothing to say. */
  failure?: string | null
  /** Above the fields. */
  before?: ReactNode
  /** Below the button. */
  after?: ReactNode
}

/** A new password, typed twice, and the code of the mail where there was one. */
export function NewPassword({ withCode, set, failure = null, before, after }: NewPasswordProps) {
  const { t } = useTexts()
  const [values, setValues] = useState({ code: '', password: '', confirm: '' })
  const [left, setLeft] = useState<ReadonlySet<keyof typeof values>>(new Set())
  const [resetting, setResetting] = useState(false)
  const [refused, setRefused] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const first = useRef<HTMLInputElement>(null)
  useEffect(() => first.current?.focus(), [])

  const problemOf = (name: keyof typeof values): string | null => {
    if (values[name].trim() === '') return t('signIn.lost.needed')
    if (name === 'password') {
      const issue = newPasswordRule.safeParse(values.password).error?.issues[0]
      return issue ? issueText(t, issue as Parameters<typeof issueText>[1], values.password) : null
    }
    if (name === 'confirm' && values.confirm !== values.password) return t('signIn.lost.differs')
    return null
  }
  const problem = (name: keyof typeof values): string | null => (left.has(name) ? problemOf(name) : null)
  const change = (name: keyof typeof values) => (value: string) =>
    setValues(all => ({ ...all, [name]: value }))
  const leave = (name: keyof typeof values) => () => {
    if (values[name] !== '') setLeft(all => new Set([...all, name]))
  }
  const fields = withCode ? (['code', 'password', 'confirm'] as const) : (['password', 'confirm'] as const)

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (resetting) return
    setLeft(new Set(fields))
    const wrong = fields.find(name => problemOf(name) !== null)
    if (wrong) return form.current?.querySelector<HTMLElement>(`[name=${wrong}]`)?.focus()
    setResetting(true)
    setRefused(null)
    try {
      await set({ code: values.code.trim(), password: values.password })
    } catch (error) {
      setRefused(failureText(t, error))
      if (error instanceof ApiError && error.code === 'ERR_RESET_CODE') first.current?.select()
    } finally {
      setResetting(false)
    }
  }
  return (
    <form
      ref={form}
      className={styles.form}
      noValidate
      onSubmit={event => void submit(event)}
      aria-busy={resetting}
    >
      {before}
      {withCode ? (
        <Field
          ref={first}
          label={t('signIn.lost.code')}
          problem={problem('code')}
          type="text"
          name="code"
          autoComplete="one-time-code"
          maxLength={RESET_CODE.max}
          spellCheck={false}
          value={values.code}
          onChange={event => change('code')(event.target.value)}
          onBlur={leave('code')}
        />
      ) : null}
      <div>
        <PasswordField
          among
          label={t('signIn.lost.newPassword')}
          name="password"
          autoComplete="new-password"
          value={values.password}
          problem={problem('password')}
          onChange={event => change('password')(event.target.value)}
          onBlur={leave('password')}
        />
        <Missing value={values.password} />
      </div>
      <PasswordField
        among
        label={t('signIn.lost.confirm')}
        name="confirm"
        autoComplete="new-password"
        value={values.confirm}
        problem={problem('confirm')}
        onChange={event => change('confirm')(event.target.value)}
        onBlur={leave('confirm')}
      />
      <Failure text={refused ?? failure} />
      <Button
        className={styles.submit}
        type="primary"
        size="large"
        htmlType="submit"
        block
        loading={resetting}
      >
        {t(resetting ? 'signIn.lost.busy' : 'signIn.lost.submit')}
      </Button>
      {after}
    </form>
  )
}
