import {
  type BridgeInvitation,
  type InvitationLook,
  invitationOfCode,
  invitationOfLink,
  joinForm,
} from '@contract'
import { Button } from 'antd'
import { type FormEvent, type ReactNode, useRef, useState } from 'react'
import { useNavigate, useSearchParams } from 'react-router-dom'
import { errorText, useTexts } from '@/i18n'
import { joinComputer, lookAtInvitation, useServers } from '@/stores/servers'
import { useUser } from '@/stores/session'
import { Field } from '@/ui'
import styles from './first-run.module.css'
import { NewPassword } from './new-password'
import { Page } from './page'

/** What a reason means where a colleague's computer is joined. */
const REASONS: Readonly<Record<string, 'otherComputer' | 'away' | 'notAnInvitation' | 'wrongPassword'>> = {
  SERVER_CERTIFICATE: 'otherComputer',
  SERVER_UNREACHABLE: 'away',
  BRIDGE_INVALID_INPUT: 'notAnInvitation',
  ERR_INVALID_CREDENTIALS: 'wrongPassword',
}

/**
 * The company on a colleague's computer: an invitation by its link or by address and code, then who one is. Nothing is asked of
 * the computer before a press, whoever opened this screen.
 */
export function JoinScreen({ tools }: { tools?: ReactNode }) {
  const { t } = useTexts()
  const navigate = useNavigate()
  const user = useUser()
  const locked = useServers(({ state }) => state?.locked ?? false)
  const [search] = useSearchParams()
  const given = search.get('link') ?? ''
  const [values, setValues] = useState({
    link: given,
    address: '',
    code: '',
    name: '',
    email: '',
    password: '',
  })
  const [found, setFound] = useState<InvitationLook | null>(null)
  const [busy, setBusy] = useState(false)
  const [left, setLeft] = useState(false)
  const [problem, setProblem] = useState<string | null>(null)
  const [isShutOut, setShutOut] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  const { link, address, code, name, email, password } = values
  const invitation: BridgeInvitation = link.trim() ? { link: link.trim() } : { address, code }
  const read = 'link' in invitation ? invitationOfLink(invitation.link) : invitationOfCode(address, code)
  const person = found ? joinForm.safeParse({ name, email, password }) : null
  const wrong = new Set(person?.error?.issues.map(({ path }) => path[0]))

  const showProblem = (error: { code: string; message: string }): void => {
    const reason = REASONS[error.code]
    setShutOut(error.code === 'LOCAL_NETWORK_UNREACHABLE')
    setProblem(reason ? t(`firstRun.join.${reason}`) : errorText(t, error))
  }
  const look = async (): Promise<void> => {
    if (!read) return setProblem(t('firstRun.join.notAnInvitation'))
    const answer = await lookAtInvitation(invitation)
    if (!answer.ok) return showProblem(answer)
    setFound(answer.value)
    setLeft(false)
    setValues(before => ({ ...before, name: answer.value.name, email: answer.value.email ?? '' }))
  }
  const join = async (): Promise<void> => {
    setLeft(true)
    if (!person?.success) {
      const first = String([...wrong][0])
      return form.current?.querySelector<HTMLInputElement>(`input[name="${first}"]`)?.focus()
    }
    const answer = await joinComputer({ invitation, ...person.data })
    if (answer.ok) return void navigate('/login', { replace: true })
    showProblem(answer)
  }
  const submit = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (busy) return
    setBusy(true)
    setProblem(null)
    setShutOut(false)
    await (found ? join() : look())
    setBusy(false)
  }
  const bind = (field: keyof typeof values) => ({
    name: field,
    value: values[field],
    problem:
      left && wrong.has(field) ? t(`firstRun.join.wrong.${field as 'name' | 'email' | 'password'}`) : null,
    onChange: (event: { target: { value: string } }) => {
      setValues(before => ({ ...before, [field]: event.target.value }))
      setProblem(null)
    },
  })

  const lead = found
    ? t('firstRun.join.foundLead', { company: found.company, at: found.at })
    : given
      ? t('firstRun.join.linkLead', { at: read?.at ?? '' })
      : t('firstRun.join.lead')
  return (
    <Page
      title={found ? found.company : t('firstRun.join.title')}
      lead={locked ? t('servers.locked') : lead}
      step={t('firstRun.found.steps', { step: found ? 2 : 1 })}
      back={found ? () => setFound(null) : user ? '/' : '/welcome'}
      tools={tools}
    >
      {locked ? null : (
        <form
          ref={form}
          className={styles.form}
          noValidate
          aria-busy={busy}
          onSubmit={event => void submit(event)}
        >
          {found ? (
            <>
              {found.email ? null : (
                <Field
                  label={t('firstRun.found.person')}
                  autoComplete="name"
                  autoFocus
                  maxLength={255}
                  {...bind('name')}
                />
              )}
              <Field
                label={t('firstRun.found.email')}
                type="email"
                inputMode="email"
                autoComplete="username"
                spellCheck={false}
                maxLength={255}
                readOnly={found.email !== null}
                {...bind('email')}
              />
              {found.email ? (
                <Field
                  label={t('firstRun.found.password')}
                  type="password"
                  autoComplete="current-password"
                  autoFocus
                  maxLength={255}
                  {...bind('password')}
                />
              ) : (
                <NewPassword left={left} text={password} {...bind('password')} />
              )}
            </>
          ) : (
            <>
              <Field
                label={t('firstRun.join.link')}
                autoComplete="off"
                spellCheck={false}
                maxLength={512}
                placeholder="turno://join?…"
                autoFocus
                {...bind('link')}
              />
              {link.trim() ? null : (
                <>
                  <p className={styles.hint}>{t('firstRun.join.or')}</p>
                  <Field
                    label={t('firstRun.join.address')}
                    autoComplete="off"
                    spellCheck={false}
                    maxLength={255}
                    placeholder="192.168.0.10"
                    {...bind('address')}
                  />
                  <Field
                    label={t('firstRun.join.code')}
                    autoComplete="off"
                    autoCapitalize="characters"
                    spellCheck={false}
                    maxLength={64}
                    placeholder="XXXX-XXXX-XXXX-XXXX-XXXX-XXXX"
                    {...bind('code')}
                  />
                </>
              )}
            </>
          )}
          {problem ? (
            <p className={styles.error} role="alert">
              {problem}
            </p>
          ) : null}
          {isShutOut ? (
            <Button block onClick={() => void window.turno.network.openSystemSettings()}>
              {t('firstRun.openSystem')}
            </Button>
          ) : null}
          <Button type="primary" size="large" htmlType="submit" block loading={busy}>
            {t(found ? 'firstRun.join.enter' : 'firstRun.found.next')}
          </Button>
        </form>
      )}
    </Page>
  )
}
