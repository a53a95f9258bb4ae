import { LOGO_MAX_BYTES, LOGO_TARGETS, LOGO_TYPES, type LogoTarget } from '@contract'
import { Button } from 'antd'
import { Undo2, Upload } from 'lucide-react'
import { useEffect, useId, useRef, useState } from 'react'
import { ApiError, call } from '@/api'
import { useAttempt } from '@/features/kit'
import { LoadError } from '@/features/load-error'
import { errorText, type TFunction, useTexts } from '@/i18n'
import { loadLogos, useLogos } from '@/stores/logos'
import { useOffered } from '@/stores/servers'
import { toasts, useToasts } from '@/stores/toasts'
import { IconButton, looks, Mark, Select } from '@/ui'
import { Group, Line } from '../parts'
import styles from './logo.module.css'

/** "Arquivo enviado com sucesso!" is shown by the page that was loaded again. */
const KEY = 'logo-sent'

/** Leaves the word for the page that comes. */
function saySentAfterReload(): void {
  sessionStorage.setItem(KEY, '1')
}

/** Says what the page before left, once. */
function sayWhatWasSent(t: TFunction): void {
  if (sessionStorage.getItem(KEY) === null) return
  sessionStorage.removeItem(KEY)
  toasts.success(t('settings.logo.sent'))
}

const ACCEPT = LOGO_TYPES.map(type => `.${type}`).join(',')
const isLogoName = (name: string): boolean => LOGO_TYPES.some(type => name.toLowerCase().endsWith(`.${type}`))

/** What stands at a destination now, and the way back to Turno's mark. */
function Current({ target, path }: { target: LogoTarget; path: string | undefined }) {
  const { t } = useTexts()
  const attempt = useAttempt()
  const [busy, setBusy] = useState(false)
  const remove = async (): Promise<void> => {
    setBusy(true)
    await attempt(() => call('settings.removeLogo', { query: { ref: target } }), t('settings.logo.removed'))
    await loadLogos()
    setBusy(false)
  }
  return (
    <Line
      label={t(`settings.logo.targets.${target}`)}
      hint={path === undefined ? t('settings.logo.own') : t('settings.logo.current')}
    >
      {() => (
        <>
          {path === undefined ? null : (
            <IconButton
              icon={Undo2}
              label={`${t('settings.logo.remove')}: ${t(`settings.logo.targets.${target}`)}`}
              disabled={busy}
              onClick={() => void remove()}
            />
          )}
          <span className={styles.sample}>
            {path === undefined ? <Mark size={28} /> : <img className={styles.picture} src={path} alt="" />}
          </span>
        </>
      )}
    </Line>
  )
}

/** Puts a file in the place of Turno's mark. */
export function LogoSection() {
  const { t, format } = useTexts()
  const toasts = useToasts()
  const offered = useOffered('logos')
  const { paths, status, error } = useLogos()
  const [target, setTarget] = useState<LogoTarget | null>(null)
  const [file, setFile] = useState<File | null>(null)
  const [busy, setBusy] = useState(false)
  const picker = useRef<HTMLInputElement>(null)
  const fileId = useId()
  useEffect(() => sayWhatWasSent(t), [t])

  const limit = format.size(LOGO_MAX_BYTES)
  const send = async (): Promise<void> => {
    if (!file) return void toasts.error(t('settings.logo.noFile'))
    if (!target) return void toasts.error(t('settings.logo.noTarget'))
    if (!isLogoName(file.name)) return void toasts.error(t('settings.logo.badType'))
    if (file.size > LOGO_MAX_BYTES) return void toasts.error(t('settings.logo.tooLarge', { limit }))
    setBusy(true)
    try {
      await call('settings.uploadLogo', { query: { ref: target }, files: [file] })
      saySentAfterReload()
      await window.turno.app.reload()
    } catch (failure) {
      const isType = failure instanceof ApiError && failure.code === 'ERR_FILE_TYPE'
      toasts.error(isType ? t('settings.logo.badType') : errorText(t, failure))
    } finally {
      setBusy(false)
    }
  }

  if (!offered) return <p className={looks.quiet}>{t('settings.logo.lacking')}</p>
  return (
    <>
      <Group title={t('settings.logo.newTitle')}>
        <Line label={t('settings.logo.target')}>
          {({ labelId }) => (
            <Select
              className={styles.target}
              aria-labelledby={labelId}
              value={target}
              placeholder={t('settings.logo.targetPlaceholder')}
              onChange={setTarget}
              options={LOGO_TARGETS.map(value => ({ value, label: t(`settings.logo.targets.${value}`) }))}
            />
          )}
        </Line>
        <Line
          label={<label htmlFor={fileId}>{t('settings.logo.file')}</label>}
          hint={file ? <bdi>{file.name}</bdi> : t('settings.logo.fileHint', { limit })}
        >
          {() => (
            <>
              <input
                ref={picker}
                id={fileId}
                className={styles.hidden}
                type="file"
                accept={ACCEPT}
                tabIndex={-1}
                onChange={event => setFile(event.target.files?.[0] ?? null)}
              />
              <Button onClick={() => picker.current?.click()}>{t('settings.logo.choose')}</Button>
              <Button
                type="primary"
                icon={<Upload size={16} strokeWidth={1.75} aria-hidden="true" />}
                loading={busy}
                onClick={() => void send()}
              >
                {t('settings.logo.send')}
              </Button>
            </>
          )}
        </Line>
      </Group>
      {status === 'failed' ? (
        <LoadError compact title={t('settings.logo.failed')} error={error} onRetry={() => void loadLogos()} />
      ) : (
        <Group title={t('settings.logo.current')}>
          {LOGO_TARGETS.map(one => (
            <Current key={one} target={one} path={paths[one]} />
          ))}
        </Group>
      )}
    </>
  )
}
