import { OWN_KEY, type ServerCheck, type ServerEntry } from '@contract'
import { Button, Input } from 'antd'
import { MonitorDot, Server, Trash2 } from 'lucide-react'
import { type FormEvent, useId, useState } from 'react'
import { errorText, useTexts } from '@/i18n'
import { checkServer, chooseServer, forgetServer, useServers } from '@/stores/servers'
import { IconButton, looks, Pill } from '@/ui'
import { Abilities } from './abilities'
import styles from './servers.module.css'

/** What people call a server. */
export function useServerName(): (server: Pick<ServerEntry, 'key' | 'address' | 'label'>) => string {
  const { t } = useTexts()
  return server =>
    server.address === null ? t(server.key === OWN_KEY ? 'servers.own' : 'servers.demo') : server.label
}

function Known({
  server,
  current,
  busy,
  onUse,
  onForget,
}: {
  server: ServerEntry
  current: boolean
  busy: boolean
  onUse: () => void
  onForget: () => void
}) {
  const { t } = useTexts()
  const name = useServerName()(server)
  const Icon = server.address === null ? MonitorDot : Server
  const facts = [
    server.address === null
      ? t(server.key === OWN_KEY ? 'servers.ownHint' : 'servers.demoHint')
      : server.address,
    server.version ? t('servers.version', { version: server.version }) : null,
    !current && server.signedIn ? t('servers.kept') : null,
  ].filter(Boolean)
  return (
    <li className={styles.server}>
      <Icon size={20} strokeWidth={1.5} aria-hidden="true" className={styles.icon} />
      <div className={styles.about}>
        <p className={styles.name}>
          <span className={styles.label}>{name}</span>
          {current ? <Pill tone="accent">{t('servers.current')}</Pill> : null}
          {server.configured && server.address !== null ? <Pill>{t('servers.configured')}</Pill> : null}
        </p>
        <p className={styles.facts}>{facts.join(' · ')}</p>
        {server.insecure ? <p className={styles.warning}>{t('servers.insecure')}</p> : null}
      </div>
      {current ? null : (
        <div className={styles.tools}>
          {server.address !== null && !server.configured ? (
            <IconButton
              icon={Trash2}
              label={t('servers.forgetNamed', { name })}
              onClick={onForget}
              disabled={busy}
            />
          ) : null}
          <Button onClick={onUse} disabled={busy} aria-label={t('servers.useNamed', { name })}>
            {t('servers.use')}
          </Button>
        </div>
      )}
    </li>
  )
}

/**
 * Known servers and a field for another one, which is checked before it can be used.
 * @param onlyRemote leaves this computer's own workspaces out, where they stand elsewhere on the screen.
 */
export function ServerPicker({
  onChosen,
  onlyRemote = false,
}: {
  onChosen?: () => void
  onlyRemote?: boolean
}) {
  const { t } = useTexts()
  const state = useServers(servers => servers.state)
  const [address, setAddress] = useState('')
  const [busy, setBusy] = useState<'checking' | 'using' | null>(null)
  const [found, setFound] = useState<Extract<ServerCheck, { ok: true }> | null>(null)
  const [problem, setProblem] = useState<string | null>(null)
  const fieldId = useId()

  const check = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    if (address.trim() === '' || busy) return
    setBusy('checking')
    setFound(null)
    setProblem(null)
    const answer = await checkServer(address.trim())
    setBusy(null)
    if (!answer.ok) setProblem(errorText(t, answer))
    else if (answer.value.ok) setFound(answer.value)
    else setProblem(t(`servers.${answer.value.reason}`))
  }
  const choose = async (wanted: { key: string } | { address: string }): Promise<void> => {
    setBusy('using')
    setProblem(null)
    const answer = await chooseServer(wanted)
    setBusy(null)
    if (!answer.ok) return setProblem(errorText(t, answer))
    setFound(null)
    setAddress('')
    onChosen?.()
  }

  if (!state) return null
  const edit = (text: string): void => {
    setAddress(text)
    setFound(null)
    setProblem(null)
  }
  const known = state.servers.filter(({ address: at }) => !onlyRemote || at !== null)
  return (
    <div className={styles.picker} aria-busy={busy !== null}>
      <ul className={styles.servers} aria-label={t('servers.known')} hidden={known.length === 0}>
        {known.map(server => (
          <Known
            key={server.key}
            server={server}
            current={server.key === state.current}
            busy={busy !== null}
            onUse={() => void choose({ key: server.key })}
            onForget={() => void forgetServer(server.key)}
          />
        ))}
      </ul>
      {state.locked ? (
        <p className={styles.quiet}>{t('servers.locked')}</p>
      ) : (
        <>
          <form className={looks.stack8} noValidate onSubmit={event => void check(event)}>
            <label htmlFor={fieldId} className={styles.fieldLabel}>
              {t('servers.address')}
            </label>
            <div className={looks.row8}>
              <Input
                id={fieldId}
                value={address}
                onChange={event => edit(event.target.value)}
                placeholder={t('servers.addressHint')}
                inputMode="url"
                autoComplete="url"
                spellCheck={false}
                maxLength={2_048}
                status={problem ? 'error' : ''}
                aria-describedby={`${fieldId}-said`}
              />
              <Button
                htmlType="submit"
                loading={busy === 'checking'}
                disabled={address.trim() === '' || busy === 'using'}
              >
                {t(busy === 'checking' ? 'servers.checking' : 'servers.check')}
              </Button>
            </div>
          </form>
          <div id={`${fieldId}-said`} aria-live="polite">
            {problem ? <p className={styles.problem}>{problem}</p> : null}
            {busy === 'using' ? <p className={styles.quiet}>{t('servers.using')}</p> : null}
          </div>
          {found ? (
            <section className={styles.found} aria-label={t('servers.found', { name: found.label })}>
              <p className={styles.name}>
                <span className={styles.label}>{found.label}</span>
                <span className={styles.facts}>{t('servers.version', { version: found.facts.version })}</span>
              </p>
              {found.insecure ? <p className={styles.warning}>{t('servers.insecure')}</p> : null}
              <Button
                type="primary"
                loading={busy === 'using'}
                onClick={() => void choose({ address: found.address })}
              >
                {t('servers.useThis')}
              </Button>
              <Abilities facts={found.facts} />
            </section>
          ) : null}
        </>
      )}
    </div>
  )
}
