import { forgottenForm } from '@contract'
import { Button } from 'antd'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { ApiError, call } from '@/api'
import { issueText } from '@/features/kit'
import { useTexts } from '@/i18n'
import { useManagersHere } from '@/stores/recovery'
import { useOffered, useServers } from '@/stores/servers'
import { contentToasts } from '@/stores/toasts'
import { Field } from '@/ui'
import { AtTheComputer } from './at-the-computer'
import { Failure, failureText, NewPassword } from './new-password'
import { PublicPage } from './public-page'
import styles from './public-page.module.css'
import type { SignedUp } from './sign-in-screen'
import { useSignUpShown } from './use-registration'

interface Delivery {
  delivery: 'smtp' | 'folder' | 'none'
  folder: string | null
}

/** How codes reach people here; null until the server said so, and where it does not say. */
function useDelivery(): Delivery | null {
  const server = useServers(state => state.state?.current)
  const [known, setKnown] = useState<Delivery | null>(null)
  // biome-ignore lint/correctness/useExhaustiveDependencies: another server has another answer
  useEffect(() => {
    const leaving = new AbortController()
    setKnown(null)
    call('mail.state', { signal: leaving.signal }).then(
      answer => !leaving.signal.aborted && setKnown(answer),
      // Not known: the call itself says what goes wrong.
      () => undefined,
    )
    return () => leaving.abort()
  }, [server])
  return known
}

/** /forgetpsw: an e-mail, then the code of the mail and a new password. */
export function ForgottenScreen({ tools }: { tools?: ReactNode }) {
  const { t, language } = useTexts()
  const signUp = useSignUpShown()
  const how = useDelivery()
  const ends = useOffered('resetCodeEnds')
  const navigate = useNavigate()
  const managers = useManagersHere()
  /** Whoever asks sits at the computer that holds the company. */
  const [chosenHere, setHere] = useState(false)
  const here = chosenHere && managers.length > 0
  const [email, setEmail] = useState('')
  const [left, setLeft] = useState(false)
  const [busy, setBusy] = useState(false)
  const [sent, setSent] = useState<string | null>(null)
  const [failure, setFailure] = useState<string | null>(null)
  /** Counts what was asked and given up: an answer that comes after it moves nobody. */
  const turn = useRef(0)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (sent === null) field.current?.focus()
  }, [sent])

  const issue = forgottenForm.shape.email.safeParse(email).error?.issues[0]
  const problem = issue ? issueText(t, issue as Parameters<typeof issueText>[1], email) : null

  const send = async (): Promise<void> => {
    if (busy) return
    const mine = ++turn.current
    setBusy(true)
    setFailure(null)
    try {
      await call('passwords.forgotten', { params: { email: email.trim() }, query: { language } })
      if (mine !== turn.current) return
      contentToasts.success(t('signIn.lost.sent'))
      setSent(email.trim())
    } catch (error) {
      if (mine !== turn.current) return
      const unknown = error instanceof ApiError && error.status === 404
      setFailure(unknown ? t('signIn.lost.notFound') : failureText(t, error))
    } finally {
      if (mine === turn.current) setBusy(false)
    }
  }
  const another = (): void => {
    turn.current++
    setBusy(false)
    setFailure(null)
    setSent(null)
  }
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setLeft(true)
    if (problem) return field.current?.focus()
    await send()
  }

  const done = (of: string): void => {
    contentToasts.success(t('signIn.lost.done'))
    const state: SignedUp = { email: of }
    void navigate('/login', { state })
  }

  const none = how?.delivery === 'none'
  const atComputer = managers.length > 0
  return (
    <PublicPage
      brand="login"
      title={t('signIn.lost.title')}
      lead={
        here
          ? t('signIn.lost.hereLead')
          : sent === null
            ? t('signIn.lost.lead')
            : [t('signIn.lost.codeLead', { email: sent }), ends && t('signIn.lost.codeEnds')]
                .filter(Boolean)
                .join(' ')
      }
      tools={tools}
    >
      {how?.delivery === 'folder' && !here ? (
        <p className={styles.notice} role="status">
          {t('signIn.lost.folder', { folder: how.folder ?? '' })}
        </p>
      ) : null}
      {here ? (
        <AtTheComputer managers={managers} onDone={done} />
      ) : none ? (
        <p className={styles.notice} role="status">
          {t(atComputer ? 'signIn.lost.noneHere' : 'signIn.lost.none')}
        </p>
      ) : sent === null ? (
        <form className={styles.form} noValidate onSubmit={event => void submit(event)} aria-busy={busy}>
          <Field
            ref={field}
            label={t('signIn.lost.email')}
            problem={left ? problem : null}
            type="email"
            name="email"
            autoComplete="username"
            inputMode="email"
            maxLength={255}
            spellCheck={false}
            value={email}
            onChange={event => setEmail(event.target.value)}
            onBlur={() => email !== '' && setLeft(true)}
          />
          <Failure text={failure} />
          <Button
            className={styles.submit}
            type="primary"
            size="large"
            htmlType="submit"
            block
            loading={busy}
          >
            {t(busy ? 'signIn.lost.sending' : 'signIn.lost.send')}
          </Button>
        </form>
      ) : (
        <NewPassword
          withCode
          failure={failure}
          set={async ({ code, password }) => {
            await call('passwords.reset', { params: { email: sent, token: code, newPassword: password } })
            done(sent)
          }}
          after={
            <Button type="link" loading={busy} onClick={() => void send()}>
              {t('signIn.lost.again')}
            </Button>
          }
        />
      )}
      {atComputer && !here ? (
        <Button size="large" block onClick={() => setHere(true)}>
          {t('signIn.lost.here')}
        </Button>
      ) : null}
      <p className={styles.links}>
        <Link to="/login">{t('signIn.lost.toLogin')}</Link>
        {sent === null || here ? null : (
          <button type="button" className={styles.asLink} onClick={another}>
            {t('signIn.lost.another')}
          </button>
        )}
        {signUp ? <Link to="/signup">{t('signIn.signup')}</Link> : null}
      </p>
    </PublicPage>
  )
}
