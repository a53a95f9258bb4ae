import { DEMO_PEOPLE, type DemoRole, OWN_KEY } from '@contract'
import { Button } from 'antd'
import { Building2, ChevronRight, LoaderCircle, MessagesSquare, Server, Users } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { errorText, useTexts } from '@/i18n'
import { chooseServer, tryDemo, useServers } from '@/stores/servers'
import { useUser } from '@/stores/session'
import { Avatar, looks } from '@/ui'
import styles from './first-run.module.css'
import { Page } from './page'

/** One way to begin, with the one thing to press at its end. */
function Way({
  icon: Icon,
  title,
  text,
  action,
  children,
}: {
  icon: typeof Server
  title: string
  text: string
  action?: ReactNode
  children?: ReactNode
}) {
  return (
    <section className={styles.way} aria-label={title}>
      <Icon size={20} strokeWidth={1.5} aria-hidden="true" className={styles.icon} />
      <div className={styles.about}>
        <h2 className={styles.name}>{title}</h2>
        <p className={looks.quiet}>{text}</p>
      </div>
      {action ? <div className={styles.action}>{action}</div> : null}
      {children ? <div className={styles.more}>{children}</div> : null}
    </section>
  )
}

/** The first window: the demo by one press, a company of one's own here, or a server. */
export function FirstRunScreen({ tools }: { tools?: ReactNode }) {
  const { t } = useTexts()
  const navigate = useNavigate()
  const servers = useServers(({ state }) => state)
  const user = useUser()
  const [pressed, setPressed] = useState<DemoRole | 'own' | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const kept = servers?.servers.some(({ key }) => key === OWN_KEY) ?? false

  const press = async (
    what: DemoRole | 'own',
    work: () => Promise<{ ok: true } | { ok: false; code: string; message: string }>,
  ): Promise<void> => {
    if (pressed !== null) return
    setPressed(what)
    setProblem(null)
    const answer = await work()
    setPressed(null)
    // Where one lands is for the sign-in route to say: it knows who is signed in.
    if (answer.ok) return void navigate('/login', { replace: true })
    setProblem(answer.code === 'ERR_INVALID_CREDENTIALS' ? t('firstRun.demo.changed') : errorText(t, answer))
  }

  return (
    <Page
      title={t('firstRun.title')}
      lead={t('firstRun.lead')}
      tools={tools}
      {...(user ? { back: '/settings/server' } : {})}
    >
      <div className={styles.ways} aria-busy={pressed !== null}>
        <Way icon={MessagesSquare} title={t('firstRun.demo.title')} text={t('firstRun.demo.text')}>
          <ul className={styles.people}>
            {DEMO_PEOPLE.map(({ role, name }) => (
              <li key={role}>
                <button
                  type="button"
                  className={styles.person}
                  disabled={pressed !== null}
                  aria-busy={pressed === role}
                  onClick={() => void press(role, () => tryDemo(role))}
                >
                  <Avatar name={name} size={32} />
                  <span className={styles.about}>
                    <span className={styles.role}>
                      {t(`firstRun.demo.role.${role}`)}
                      <span className={styles.who}>{name}</span>
                    </span>
                    <span className={styles.can}>{t(`firstRun.demo.can.${role}`)}</span>
                  </span>
                  {pressed === role ? (
                    <LoaderCircle
                      size={16}
                      strokeWidth={1.75}
                      aria-hidden="true"
                      className={styles.turning}
                    />
                  ) : (
                    <ChevronRight size={16} strokeWidth={1.75} aria-hidden="true" className={styles.go} />
                  )}
                </button>
              </li>
            ))}
          </ul>
          <p className={styles.said} aria-live="polite">
            {pressed !== null && pressed !== 'own' ? t('firstRun.demo.preparing') : null}
            {problem ? <span className={styles.problem}>{problem}</span> : null}
          </p>
        </Way>
        <Way
          icon={Building2}
          title={t(kept ? 'firstRun.own.kept' : 'firstRun.own.title')}
          text={t(kept ? 'firstRun.own.keptText' : 'firstRun.own.text')}
          action={
            <Button
              disabled={pressed !== null}
              loading={pressed === 'own'}
              aria-label={t(kept ? 'firstRun.own.kept' : 'firstRun.own.title')}
              onClick={() =>
                kept
                  ? void press('own', () => chooseServer({ key: OWN_KEY }))
                  : void navigate('/welcome/company')
              }
            >
              {t(kept ? 'firstRun.own.open' : 'firstRun.own.action')}
            </Button>
          }
        >
          <p className={styles.limit}>
            {t('firstRun.own.limit')}{' '}
            {servers?.locked ? null : <Link to="/welcome/server">{t('firstRun.own.limitWay')}</Link>}
          </p>
        </Way>
        {servers?.locked ? null : (
          <Way
            icon={Users}
            title={t('firstRun.join.title')}
            text={t('firstRun.join.text')}
            action={
              <Button
                disabled={pressed !== null}
                aria-label={t('firstRun.join.title')}
                onClick={() => void navigate('/welcome/join')}
              >
                {t('firstRun.join.action')}
              </Button>
            }
          />
        )}
        {servers?.locked ? null : (
          <Way
            icon={Server}
            title={t('firstRun.server.title')}
            text={t('firstRun.server.text')}
            action={
              <Button
                disabled={pressed !== null}
                aria-label={t('firstRun.server.title')}
                onClick={() => void navigate('/welcome/server')}
              >
                {t('firstRun.server.action')}
              </Button>
            }
          />
        )}
      </div>
    </Page>
  )
}
