import { Button } from 'antd'
import { Eye, EyeOff } from 'lucide-react'
import { type FormEvent, type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { Link } from 'react-router-dom'
import { BrandMark } from '@/features/brand'
import { ServerLine } from '@/features/servers'
import { errorText, useTexts } from '@/i18n'
import { signIn, useSession } from '@/stores/session'
import { IconButton } from '@/ui'
import { dueDateIn, emailProblem, passwordProblem } from './check'
import { Field } from './field'
import styles from './sign-in-screen.module.css'
import { useSignUpShown } from './use-registration'

interface Refusal {
  code: string
  message: string
}

/** Product version, asked of main once; "" until it said. */
function useVersion(): string {
  const [version, setVersion] = useState('')
  useEffect(() => {
    void window.turno.app.info().then(answer => {
      if (answer.ok) setVersion(answer.value.version)
    })
  }, [])
  return version
}

/** Sign-in: e-mail and password, errors where they happen, nothing that keeps a password manager away. */
export function SignInScreen({ tools }: { tools?: ReactNode }) {
  const { t, format } = useTexts()
  const { busy, reason } = useSession()
  const version = useVersion()
  const signUp = useSignUpShown()
  const [email, setEmail] = useState('')
  const [password, setPassword] = useState('')
  const [shown, setShown] = useState(false)
  const [left, setLeft] = useState({ email: false, password: false })
  const [refusal, setRefusal] = useState<Refusal | null>(null)
  const emailField = useRef<HTMLInputElement>(null)
  const passwordField = useRef<HTMLInputElement>(null)
  const problemId = useId()

  useEffect(() => emailField.current?.focus(), [])

  const mailProblem = emailProblem(email)
  const secretProblem = passwordProblem(password)

  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setLeft({ email: true, password: true })
    if (mailProblem) return emailField.current?.focus()
    if (secretProblem) return passwordField.current?.focus()
    setRefusal(null)
    const answer = await signIn(email.trim(), password)
    if (answer.ok) return
    setRefusal({ code: answer.code, message: answer.message })
    passwordField.current?.select()
  }

  const due = refusal?.code === 'ERR_COMPANY_EXPIRED' ? dueDateIn(refusal.message) : null
  const problem = refusal ? (due ? t('signIn.due', { date: format.date(due) }) : errorText(t, refusal)) : null
  const notice =
    reason === 'elsewhere' ? t('signIn.elsewhere') : reason === 'expired' ? t('signIn.expired') : null

  return (
    <div className={styles.page}>
      <div className={styles.tools}>{tools}</div>
      <main className={styles.main}>
        <div className={styles.brand}>
          <BrandMark target="login" size={36} wide={280}>
            <span className={styles.product}>{t('common.product')}</span>
          </BrandMark>
        </div>
        <h1 className={styles.title}>{t('signIn.title')}</h1>
        <p className={styles.lead}>{t('signIn.lead')}</p>
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
          <Field
            ref={passwordField}
            label={t('signIn.password')}
            problem={left.password && secretProblem ? t(`signIn.${secretProblem}`) : null}
            type={shown ? 'text' : 'password'}
            name="password"
            autoComplete="current-password"
            maxLength={255}
            spellCheck={false}
            value={password}
            onChange={event => setPassword(event.target.value)}
            describedBy={problem ? problemId : undefined}
            tool={
              <IconButton
                icon={shown ? EyeOff : Eye}
                size="small"
                label={t(shown ? 'signIn.hide' : 'signIn.show')}
                aria-pressed={shown}
                onClick={() => setShown(!shown)}
              />
            }
          />
          {problem ? (
            <p id={problemId} className={styles.problem} role="alert">
              {problem}
            </p>
          ) : null}
          <Button
            className={styles.submit}
            type="primary"
            size="large"
            htmlType="submit"
            block
            loading={busy}
          >
            {t(busy ? 'signIn.busy' : 'signIn.submit')}
          </Button>
        </form>
        <p className={styles.links}>
          <Link to="/forgetpsw">{t('signIn.forgot')}</Link>
          {signUp ? <Link to="/signup">{t('signIn.signup')}</Link> : null}
        </p>
        <ServerLine />
      </main>
      <footer className={styles.footer}>
        {t('signIn.footer', { version, year: new Date().getFullYear() })}
      </footer>
    </div>
  )
}
