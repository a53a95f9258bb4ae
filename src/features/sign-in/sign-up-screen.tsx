import { type Plan, SIGN_UP_PHONE_DIGITS, signUpForm } from '@contract'
import { Button } from 'antd'
import { type FormEvent, type ReactNode, useId, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { call } from '@/api'
import { issueText, refusedFields } from '@/features/kit'
import { errorText, useTexts } from '@/i18n'
import { serverNow } from '@/stores/clock'
import { toasts } from '@/stores/toasts'
import { cx, Field, FieldFrame, Select } from '@/ui'
import { PasswordField } from './password-field'
import { PublicPage } from './public-page'
import styles from './public-page.module.css'
import type { SignedUp } from './sign-in-screen'
import { useOfferedPlans, useTrialDays } from './use-offer'

/** The digits of what was typed or pasted; a Brazilian country code before a whole number is left out. */
export function phoneDigits(typed: string): string {
  const digits = typed.replace(/\D/g, '')
  const { max } = SIGN_UP_PHONE_DIGITS
  const abroad = /^\s*\+/.test(typed) || digits.length > max
  return (abroad ? digits.replace(/^55/, '') : digits).slice(0, max)
}

/** Digits as the mask shows them; a number of ten is an old land line: (99) 9999-9999. */
export function maskedPhone(digits: string): string {
  if (digits === '') return ''
  const [area, rest] = [digits.slice(0, 2), digits.slice(2)]
  const head = digits.length < 3 ? `(${area}` : `(${area}) `
  const cut = digits.length > 10 ? 5 : 4
  return head + (rest.length > cut ? `${rest.slice(0, cut)}-${rest.slice(cut)}` : rest)
}

const NAMES = ['name', 'email', 'phone', 'password', 'planId'] as const
type Name = (typeof NAMES)[number]
type Values = { name: string; email: string; phone: string; password: string; planId: number | undefined }

const EMPTY: Values = { name: '', email: '', phone: '', password: '', planId: undefined }
const DAY_MS = 86_400_000
/** The field an error of the server is about. */
const FIELD_OF_CODE = {
  ERR_COMPANY_NAME_ALREADY_EXISTS: 'name',
  ERR_DUPLICATED_USER: 'email',
  ERR_NO_PLAN_FOUND: 'planId',
}

function usePlanTexts() {
  const { t, format } = useTexts()
  const limits = ({ users, connections, queues }: Plan): string =>
    [
      users > 0 ? t('signIn.up.users', { count: users }) : '',
      connections > 0 ? t('signIn.up.connections', { count: connections }) : '',
      queues > 0 ? t('signIn.up.queues', { count: queues }) : '',
    ]
      .filter(Boolean)
      .join(' · ')
  const price = ({ value }: Plan): string =>
    value > 0 ? t('signIn.up.monthly', { value: format.money(value) }) : t('signIn.up.free')
  return { limits, price }
}

/** /signup: a company signs up by itself, to be tried for some days. */
export function SignUpScreen({ tools }: { tools?: ReactNode }) {
  const { t } = useTexts()
  const navigate = useNavigate()
  const days = useTrialDays()
  const { plans, failed, ask } = useOfferedPlans()
  const [values, setValues] = useState(EMPTY)
  const [left, setLeft] = useState<ReadonlySet<Name>>(new Set())
  const [refused, setRefused] = useState<Partial<Record<Name, string>>>({})
  const [failure, setFailure] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const planId = useId()
  // Where one plan is offered there is nothing to choose.
  const chosen = values.planId ?? (plans?.length === 1 ? plans[0]?.id : undefined)

  const problemOf = (name: Name): string | null => {
    const serverError = refused[name]
    if (serverError) return serverError
    if (name === 'phone' && values.phone !== '' && !signUpForm.shape.phone.safeParse(values.phone).success)
      return t('signIn.up.badPhone')
    const value = name === 'planId' ? chosen : values[name].trim()
    const issue = signUpForm.shape[name].safeParse(value).error?.issues[0]
    return issue ? issueText(t, issue as Parameters<typeof issueText>[1], value) : null
  }
  const problem = (name: Name): string | null => (left.has(name) ? problemOf(name) : null)
  const change = (name: Name, value: string | number): void => {
    setValues(before => ({ ...before, [name]: value }))
    setRefused(({ [name]: _, ...others }) => others)
  }
  const leave = (name: Name): void => {
    if (values[name]) setLeft(before => new Set([...before, name]))
  }
  const focus = (name: Name): void => {
    const field = form.current?.querySelector<HTMLElement>(
      name === 'planId' ? `#${CSS.escape(planId)}` : `[name=${name}]`,
    )
    field?.focus()
  }

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (busy) return
    setLeft(new Set(NAMES))
    const wrong = NAMES.find(name => problemOf(name) !== null)
    if (wrong) return focus(wrong)
    if (chosen === undefined) return
    setFailure(null)
    setBusy(true)
    const email = values.email.trim()
    try {
      await call('companies.register', {
        body: {
          name: values.name.trim(),
          email,
          phone: values.phone,
          password: values.password,
          planId: chosen,
          recurrence: 'MENSAL',
          // Turno's own workspace says these itself; legacy servers take them from here.
          dueDate: new Date(serverNow() + days * DAY_MS).toISOString(),
          status: true,
          campaignsEnabled: true,
        },
      })
      toasts.success(t('signIn.up.done'))
      const state: SignedUp = { email }
      void navigate('/login', { state })
    } catch (error) {
      const fields = refusedFields(t, error, NAMES, FIELD_OF_CODE)
      setRefused(Object.fromEntries(fields.map(({ name, text }) => [name, text])))
      const [first] = fields
      if (first) focus(first.name as Name)
      else setFailure(errorText(t, error))
      if (first?.name === 'planId') ask()
    } finally {
      setBusy(false)
    }
  }

  const { limits, price } = usePlanTexts()
  const planProblem = problem('planId')
  const plan = plans?.find(({ id }) => id === chosen)

  return (
    <PublicPage
      brand="signup"
      title={t('signIn.up.title')}
      lead={t('signIn.up.lead', { count: days })}
      tools={tools}
    >
      <form
        ref={form}
        className={styles.form}
        noValidate
        onSubmit={event => void submit(event)}
        aria-busy={busy}
      >
        <Field
          label={t('signIn.up.name')}
          problem={problem('name')}
          name="name"
          autoComplete="organization"
          autoFocus
          dir="auto"
          value={values.name}
          onChange={event => change('name', event.target.value)}
          onBlur={() => leave('name')}
        />
        <Field
          label={t('signIn.up.email')}
          problem={problem('email')}
          type="email"
          name="email"
          autoComplete="email"
          inputMode="email"
          maxLength={255}
          spellCheck={false}
          value={values.email}
          onChange={event => change('email', event.target.value)}
          onBlur={() => leave('email')}
        />
        <Field
          label={t('signIn.up.phone')}
          problem={problem('phone')}
          type="tel"
          name="phone"
          autoComplete="tel-national"
          inputMode="tel"
          placeholder="(99) 99999-9999"
          value={maskedPhone(values.phone)}
          onChange={event => change('phone', phoneDigits(event.target.value))}
          onBlur={() => leave('phone')}
        />
        <PasswordField
          label={t('signIn.up.password')}
          problem={problem('password')}
          name="password"
          autoComplete="new-password"
          value={values.password}
          onChange={event => change('password', event.target.value)}
          onBlur={() => leave('password')}
        />
        <FieldFrame
          label={t('signIn.up.plan')}
          htmlFor={planId}
          problem={plans && plans.length > 0 ? planProblem : null}
        >
          <Select
            id={planId}
            size="large"
            className={styles.choice}
            value={chosen ?? null}
            disabled={!plans || plans.length === 0}
            loading={!plans && !failed}
            placeholder={t(plans || failed ? 'signIn.up.choosePlan' : 'signIn.up.loadingPlans')}
            status={planProblem ? 'error' : ''}
            aria-describedby={planProblem ? `${planId}-problem` : undefined}
            onChange={id => change('planId', Number(id))}
            options={(plans ?? []).map(one => ({ value: one.id, label: `${one.name} · ${price(one)}` }))}
          />
          {plan && limits(plan) ? <p className={styles.hint}>{limits(plan)}</p> : null}
          {plans?.length === 0 ? <p className={styles.hint}>{t('signIn.up.noPlans')}</p> : null}
          {failed ? (
            <p className={cx(styles.hint, styles.again)} role="alert">
              {t('signIn.up.plansFailed')}
              <Button type="link" size="small" onClick={ask}>
                {t('common.retry')}
              </Button>
            </p>
          ) : null}
        </FieldFrame>
        {failure ? (
          <p className={styles.problem} role="alert">
            {failure}
          </p>
        ) : null}
        <Button className={styles.submit} type="primary" size="large" htmlType="submit" block loading={busy}>
          {t(busy ? 'signIn.up.busy' : 'signIn.up.submit')}
        </Button>
      </form>
      <p className={styles.links}>
        <Link to="/login">{t('signIn.up.toLogin')}</Link>
      </p>
    </PublicPage>
  )
}
