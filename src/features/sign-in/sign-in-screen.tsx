import { isColleagues, type TwoFactorSetup, twoFactorSetup } from '@contract'
import { Button } from 'antd'
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Link, useLocation } from 'react-router-dom'
import { SecondStep } from '@/features/two-factor'
import { errorText, useTexts } from '@/i18n'
import { useServers } from '@/stores/servers'
import { signIn, useSession } from '@/stores/session'
import { Field } from '@/ui'
import { PasswordField } from './password-field'
import { PublicPage } from './public-page'
import styles from './public-page.module.css'
import { useSignUpShown } from './use-registration'

/** Which text belongs under a field, as a key of this feature's texts; null when the field is fine. */
function emailProblem(email: string): 'needEmail' | 'badEmail' | null {
  const text = email.trim()
  if (text === '') return 'needEmail'
  return /^[^\s@]+@[^\s@]+$/.test(text) ? null : 'badEmail'
}

const passwordProblem = (password: string): 'needPassword' | null => (password === '' ? 'needPassword' : null)

/**
 * The due date inside the words of an error, when there is one.
 * @param words message of ERR_COMPANY_EXPIRED: an ISO date, or a sentence that holds one.
 * @returns ISO-8601 text, or null.
 */
function dueDateIn(words: string): string | null {
  const found = /\d{4}-\d{2}-\d{2}(T[\d:.]+Z?)?/.exec(words)?.[0]
  return found && !Number.isNaN(Date.parse(found)) ? found : null
}

/** What an authenticator app is set up with, inside the words of ERR_TWO_FACTOR_SETUP; null when it cannot be read. */
function setupIn(words: string): TwoFactorSetup | null {
  try {
    return twoFactorSetup.safeParse(JSON.parse(words)).data ?? null
  } catch {
    return null
  }
}

/** What sign-up hands on: whom to sign in. */
export interface SignedUp {
  email?: string
}

interface SignInError {
  code: string
  message: string
}

/** Sign-in: e-mail and password, errors where they happen, nothing that keeps a password manager away. */
export function SignInScreen({ tools }: { tools?: ReactNode }) {
  const { t, format } = useTexts()
  const { busy, reason } = useSession()
  const signUp = useSignUpShown()
  const colleagues = useServers(({ state }) => isColleagues(state?.current ?? ''))
  const [known] = useState(useLocation().state as SignedUp | null)
  const [email, setEmail] = useState(known?.email ?? '')
  const [password, setPassword] = useState('')
  const [left, setLeft] = useState({ email: false, password: false })
  const [signInError, setSignInError] = useState<SignInError | null>(null)
  /** The password was right, and a code is wanted; `setup` where the app has to be set up first. */
  const [second, setSecond] = useState<{ setup: TwoFactorSetup | null } | null>(null)
  const emailField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)
  const problemId = useId()

  useEffect(() => (known?.email ? passwordField : emailField).current?.focus(), [known])

  const mailProblem = emailProblem(email)
  const secretProblem = passwordProblem(password)

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setLeft({ email: true, password: true })
    if (mailProblem) return emailField.current?.focus()
    if (secretProblem) return passwordField.current?.focus()
    await ask()
    passwordField.current?.select()
  }

  const ask = async (code?: string): Promise<void> => {
    setSignInError(null)
    const answer = await signIn(email.trim(), password, code)
    if (answer.ok) return
    if (answer.code === 'ERR_TWO_FACTOR_CODE') return setSecond({ setup: null })
    const setup = answer.code === 'ERR_TWO_FACTOR_SETUP' ? setupIn(answer.message) : null
    if (setup) return setSecond({ setup })
    setSignInError({ code: answer.code, message: answer.message })
  }

  const due = signInError?.code === 'ERR_COMPANY_EXPIRED' ? dueDateIn(signInError.message) : null
  const problem = signInError
    ? due
      ? t('signIn.due', { date: format.date(due) })
      : signInError.code === 'SERVER_CERTIFICATE' && colleagues
        ? t('shell.connection.otherComputerLine')
        : errorText(t, signInError)
    : null
  // It speaks to whoever was signed in here: who types another address may be somebody else.
  const notice =
    email !== ''
      ? null
      : reason === 'elsewhere' || reason === 'expired'
        ? t(`signIn.${reason}`)
        : reason === 'companyExpired'
          ? t('errors.ERR_COMPANY_EXPIRED')
          : null

  if (second)
    return (
      <PublicPage brand="login" title={t('signIn.second.title')} tools={tools}>
        <SecondStep
          setup={second.setup}
          busy={busy}
          problem={problem}
          onCode={ask}
          onBack={() => {
            setSecond(null)
            setSignInError(null)
          }}
        />
      </PublicPage>
    )

  return (
    <PublicPage brand="login" title={t('signIn.title')} lead={t('signIn.lead')} tools={tools}>
      {notice ? (
        <p className={styles.notice} role="status">
          {notice}
        </p>
      ) : null}
      <form className={styles.form} noValidate onSubmit={event => void submit(event)} aria-busy={busy}>
        <Field
          ref={emailField}
          label={t('signIn.email')}
          problem={left.email && mailProblem ? t(`signIn.${mailProblem}`) : null}
          type="email"
          name="email"
          autoComplete="username"
          inputMode="email"
          maxLength={255}
          spellCheck={false}
          value={email}
          onChange={event => setEmail(event.target.value)}
          onBlur={() => email !== '' && setLeft(before => ({ ...before, email: true }))}
        />
        <PasswordField
          ref={passwordField}
          label={t('signIn.password')}
          problem={left.password && secretProblem ? t(`signIn.${secretProblem}`) : null}
          name="password"
          autoComplete="current-password"
          maxLength={255}
          value={password}
          onChange={event => setPassword(event.target.value)}
          describedBy={problem ? problemId : undefined}
        />
        {problem ? (
          <p id={problemId} className={styles.problem} role="alert">
            {problem}
          </p>
        ) : null}
        <Button className={styles.submit} type="primary" size="large" htmlType="submit" block loading={busy}>
          {t(busy ? 'signIn.busy' : 'signIn.submit')}
        </Button>
      </form>
      <p className={styles.links}>
        <Link to="/forgetpsw">{t('signIn.forgot')}</Link>
        {signUp ? <Link to="/signup">{t('signIn.signup')}</Link> : null}
      </p>
    </PublicPage>
  )
}
