import type { AboutProgram } from '@contract'
import { Button, Progress } from 'antd'
import { Copy, Download } from 'lucide-react'
import { useEffect, useId, useState } from 'react'
import { errorText, useTexts } from '@/i18n'
import { saveBlob } from '@/stores/downloads'
import { checkUpdates, installUpdate, useSystem } from '@/stores/system'
import { toasts } from '@/stores/toasts'
import { looks, Mark } from '@/ui'
import { Fact, Facts, Group, Line } from './parts'
import styles from './sections.module.css'

/** What the updater is doing, and what can be done about it. */
function Updates({ channel }: { channel: string }) {
  const { t, format } = useTexts()
  const state = useSystem(system => system.updates)
  if (!state) return null
  const { status, version, failure, progress, checkedAt } = state
  const install = async (): Promise<void> => {
    const answer = await installUpdate()
    if (!answer.ok) toasts.error(errorText(t, answer))
  }
  return (
    <Group title={t('settings.program.updates')}>
      <Line
        label={
          <span role="status">
            {t(`settings.program.update.${status}`, { version: version ?? '', failure: failure ?? '' })}
          </span>
        }
        hint={
          status === 'administrator'
            ? undefined
            : checkedAt
              ? t('settings.program.checkedAt', { time: format.exact(checkedAt) })
              : `${t('settings.program.channel')}: ${channel}`
        }
      >
        {() =>
          status === 'off' || status === 'administrator' ? null : status === 'downloading' ? (
            <Progress className={styles.slider} percent={Math.round((progress ?? 0) * 100)} size="small" />
          ) : status === 'ready' || status === 'waiting' ? (
            <Button type="primary" disabled={status === 'waiting'} onClick={() => void install()}>
              {t('settings.program.install')}
            </Button>
          ) : (
            <Button loading={status === 'checking'} onClick={() => void checkUpdates()}>
              {t('settings.program.check')}
            </Button>
          )
        }
      </Line>
    </Group>
  )
}

/** The report, read before it goes anywhere. */
function Diagnostics() {
  const { t } = useTexts()
  const [text, setText] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const headingId = useId()
  const make = async (): Promise<void> => {
    setBusy(true)
    const answer = await window.turno.diagnostics.report()
    setBusy(false)
    if (answer.ok) setText(answer.value.text)
    else toasts.error(t('settings.program.failed'))
  }
  const copy = async (): Promise<void> => {
    if (text === null) return
    await navigator.clipboard.writeText(text)
    toasts.success(t('settings.program.copied'))
  }
  const save = (): void => {
    if (text === null) return
    const day = new Date().toISOString().slice(0, 10)
    saveBlob(new Blob([text], { type: 'text/plain' }), `${t('settings.program.fileName')}-${day}.txt`)
  }
  return (
    <Group title={t('settings.program.diagnostics')}>
      <Line label={t('settings.program.contains')} hint={t('settings.program.diagnosticsText')}>
        {() => (
          <Button loading={busy} onClick={() => void make()}>
            {t(text === null ? 'settings.program.make' : 'settings.program.again')}
          </Button>
        )}
      </Line>
      {text === null ? null : (
        <div className={styles.report}>
          <p id={headingId} className={looks.medium}>
            {t('settings.program.preview')}
          </p>
          <textarea
            className={styles.reportText}
            readOnly
            rows={16}
            wrap="off"
            spellCheck={false}
            value={text}
            aria-labelledby={headingId}
            data-testid="diagnostics"
          />
          <span className={looks.wrap8}>
            <Button
              icon={<Copy size={16} strokeWidth={1.5} aria-hidden="true" />}
              onClick={() => void copy()}
            >
              {t('common.copy')}
            </Button>
            <Button icon={<Download size={16} strokeWidth={1.5} aria-hidden="true" />} onClick={save}>
              {t('settings.program.save')}
            </Button>
          </span>
        </div>
      )}
    </Group>
  )
}

/** The program: version, updates, licences, diagnostics. */
export function AboutSection() {
  const { t } = useTexts()
  const [about, setAbout] = useState<AboutProgram | null>(null)
  useEffect(() => {
    let here = true
    void window.turno.diagnostics.about().then(answer => {
      if (here && answer.ok) setAbout(answer.value)
    })
    return () => {
      here = false
    }
  }, [])
  if (!about) return null
  const engine = [
    about.electron ? `Electron ${about.electron}` : null,
    about.chrome ? `Chromium ${about.chrome}` : null,
    `Node.js ${about.node}`,
  ].filter(Boolean)
  return (
    <>
      <div className={styles.person}>
        <span className={styles.mark}>
          <Mark size={40} />
        </span>
        <div className={styles.personWords}>
          <p className={styles.personName}>{t('common.product')}</p>
          <p className={styles.personMail}>
            {t('settings.program.version')} {about.version}
          </p>
        </div>
      </div>
      <Updates channel={about.updateChannel} />
      <Group alone title={t('settings.section.about')}>
        <Facts>
          <Fact name={t('settings.program.system')}>{about.system}</Fact>
          <Fact name={t('settings.program.engine')}>{engine.join(' · ')}</Fact>
        </Facts>
        {about.sandboxed ? null : (
          <Line label={t('settings.program.unsandboxed')} hint={t('settings.program.unsandboxedText')}>
            {() => null}
          </Line>
        )}
        <Line label={t('settings.program.licences')} hint={t('settings.program.licencesText')}>
          {() =>
            about.licences === null ? null : (
              <Button onClick={() => void window.turno.diagnostics.licences()}>
                {t('settings.program.licencesOpen')}
              </Button>
            )
          }
        </Line>
      </Group>
      <Diagnostics />
    </>
  )
}
