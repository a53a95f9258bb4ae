import { COMPANY_NAME, DEMO_KEY, OWN_KEY, proposedZone, UNCHOSEN_KEY, USER_NAME, zoneHere } from '@contract'
import { Button } from 'antd'
import { type FormEvent, type ReactNode, useId, useMemo, useRef, useState } from 'react'
import { useNavigate } from 'react-router-dom'
import { errorText, useTexts, zoneOptions } from '@/i18n'
import { chooseServer, useServers } from '@/stores/servers'
import { signIn } from '@/stores/session'
import { foundCompany, useWorkspaceState } from '@/stores/workspace'
import { Field, FieldFrame, Select } from '@/ui'
import styles from './first-run.module.css'
import { NewPassword, type PasswordProblem, passwordProblem } from './new-password'
import { Page } from './page'

/** What is wrong with a field of the founding form, as a key of this feature's texts; null when it is fine. */
type Problem =
  | PasswordProblem
  | { key: 'tooShort' | 'tooLong' | 'needEmail' | 'badEmail' | 'needCode'; values?: Record<string, number> }

/** A name with its limits. */
function nameProblem(text: string, limits: { min: number; max: number }): Problem | null {
  const { length } = text.trim()
  if (length < limits.min) return { key: 'tooShort', values: { min: limits.min } }
  return length > limits.max ? { key: 'tooLong', values: { max: limits.max } } : null
}

const companyProblem = (text: string): Problem | null => nameProblem(text, COMPANY_NAME)
const personProblem = (text: string): Problem | null => nameProblem(text, USER_NAME)

function emailProblem(text: string): Problem | null {
  if (text.trim() === '') return { key: 'needEmail' }
  return /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(text.trim()) ? null : { key: 'badEmail' }
}

const codeProblem = (text: string): Problem | null => (text.trim() === '' ? { key: 'needCode' } : null)

interface Filled {
  company: string
  timezone: string
  name: string
  email: string
  password: string
  code: string
}
type FieldName = keyof Filled

type Bind = (field: FieldName) => {
  name: FieldName
  value: string
  problem: string | null
  onChange: (event: { target: { value: string } }) => void
  onBlur: () => void
}

const STEP_OF: Partial<Record<string, 1 | 2>> = { company: 1, timezone: 1 }

/**
 * A company of one's own: first its name and clock, then the person who looks after it. Nothing is made before the last
 * press; then its workspace is opened, the company founded in it, and the person signed in.
 */
export function CompanyScreen({ tools }: { tools?: ReactNode }) {
  const { t, language } = useTexts()
  const navigate = useNavigate()
  const current = useServers(({ state }) => state?.current)
  const workspace = useWorkspaceState()
  const [step, setStep] = useState<1 | 2>(1)
  const [values, setValues] = useState<Filled>(() => ({
    company: '',
    timezone: proposedZone(zoneHere(), navigator.language),
    name: '',
    email: '',
    password: '',
    code: '',
  }))
  const [left, setLeft] = useState<ReadonlySet<FieldName>>(new Set())
  const [busy, setBusy] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const form = useRef<HTMLFormElement>(null)
  const ids = { zone: useId(), code: useId() }
  // A server that waits for its first company is where one is already; else it begins on this computer.
  const elsewhere =
    workspace?.kind === 'empty' && ![OWN_KEY, DEMO_KEY, UNCHOSEN_KEY].includes(current ?? UNCHOSEN_KEY)
  const codeNeeded = elsewhere && workspace.codeNeeded
  const zones = useMemo(() => zoneOptions(language, values.timezone), [language, values.timezone])

  const problems = {
    company: companyProblem(values.company),
    timezone: null,
    name: personProblem(values.name),
    email: emailProblem(values.email),
    password: passwordProblem(values.password),
    code: codeNeeded ? codeProblem(values.code) : null,
  }
  const problemText = (field: FieldName): string | null => {
    const found = left.has(field) ? problems[field] : null
    return found ? t(`firstRun.found.${found.key}`, found.values ?? {}) : null
  }
  const change = (field: FieldName, text: string): void => {
    setValues(before => ({ ...before, [field]: text }))
    setProblem(null)
  }
  const leave = (...fields: FieldName[]): void => setLeft(before => new Set([...before, ...fields]))
  const bind: Bind = field => ({
    name: field,
    value: values[field],
    problem: problemText(field),
    onChange: (event: { target: { value: string } }) => change(field, event.target.value),
    onBlur: () => void (values[field] !== '' && leave(field)),
  })
  const focusFirst = (fields: readonly FieldName[]): boolean => {
    const wrong = fields.find(field => problems[field] !== null)
    if (wrong) form.current?.querySelector<HTMLInputElement>(`input[name="${wrong}"]`)?.focus()
    return wrong !== undefined
  }

  const create = async (): Promise<void> => {
    if (!elsewhere && current !== OWN_KEY) {
      const chosen = await chooseServer({ key: OWN_KEY })
      if (!chosen.ok) return setProblem(errorText(t, chosen))
    }
    const { code, ...filled } = values
    try {
      await foundCompany({
        ...filled,
        company: filled.company.trim(),
        name: filled.name.trim(),
        email: filled.email.trim(),
        ...(codeNeeded ? { code: code.trim() } : {}),
      })
    } catch (error) {
      const field = (error as { details?: { field?: string } }).details?.field
      if (field && STEP_OF[field]) setStep(STEP_OF[field])
      return setProblem(errorText(t, error))
    }
    const signed = await signIn(values.email.trim(), values.password)
    if (!signed.ok) return setProblem(errorText(t, signed))
    void navigate('/login', { replace: true })
  }

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (busy) return
    if (step === 1) {
      leave('company')
      if (!focusFirst(['company'])) setStep(2)
      return
    }
    leave('name', 'email', 'password', 'code')
    if (focusFirst(['name', 'email', 'password', 'code'])) return
    setBusy(true)
    setProblem(null)
    await create()
    setBusy(false)
  }

  const youLead = t(elsewhere ? 'firstRun.found.serverLead' : 'firstRun.found.youLead')
  return (
    <Page
      title={t(step === 1 ? 'firstRun.found.company' : 'firstRun.found.you')}
      lead={step === 1 ? t('firstRun.found.companyLead') : youLead}
      step={t('firstRun.found.steps', { step })}
      back={step === 1 ? '/welcome' : () => setStep(1)}
      tools={tools}
    >
      <form
        ref={form}
        className={styles.form}
        noValidate
        aria-busy={busy}
        onSubmit={event => void submit(event)}
      >
        {step === 1 ? (
          <>
            <Field
              key="company"
              label={t('firstRun.found.name')}
              autoComplete="organization"
              autoFocus
              {...bind('company')}
            />
            <FieldFrame
              label={t('firstRun.found.zone')}
              htmlFor={ids.zone}
              hint={t('firstRun.found.zoneHint')}
            >
              <Select
                id={ids.zone}
                size="large"
                showSearch
                value={values.timezone}
                options={zones}
                onChange={zone => change('timezone', zone)}
                aria-describedby={`${ids.zone}-hint`}
              />
            </FieldFrame>
          </>
        ) : (
          <>
            <Field
              key="name"
              label={t('firstRun.found.person')}
              autoComplete="name"
              autoFocus
              {...bind('name')}
            />
            <Field
              label={t('firstRun.found.email')}
              type="email"
              inputMode="email"
              autoComplete="username"
              spellCheck={false}
              maxLength={255}
              {...bind('email')}
            />
            <NewPassword left={left.has('password')} text={values.password} {...bind('password')} />
            {codeNeeded ? (
              <div className={styles.zone}>
                <Field
                  label={t('firstRun.found.code')}
                  autoComplete="off"
                  spellCheck={false}
                  maxLength={64}
                  describedBy={ids.code}
                  {...bind('code')}
                />
                <p id={ids.code} className={styles.hint}>
                  {t('firstRun.found.codeHint')}
                </p>
              </div>
            ) : null}
          </>
        )}
        {problem ? (
          <p className={styles.error} role="alert">
            {problem}
          </p>
        ) : null}
        <Button type="primary" size="large" htmlType="submit" block loading={busy}>
          {step === 1 ? t('firstRun.found.next') : t(busy ? 'firstRun.found.busy' : 'firstRun.found.submit')}
        </Button>
      </form>
    </Page>
  )
}
