import { CLOUD_FIELDS, type CloudProfile, type CloudSetUp, type CloudTest, cloudForm } from '@contract'
import { Alert, Button, Form, Input } from 'antd'
import { Copy, PlugZap } from 'lucide-react'
import { type ReactNode, useEffect, useId, useRef, useState } from 'react'
import { call } from '@/api'
import { EditDialog, type EditForm, kinds } from '@/features/kit'
import { errorText, useTexts } from '@/i18n'
import { toasts } from '@/stores/toasts'
import { useWhatsapps } from '@/stores/whatsapps'
import { IconButton, looks } from '@/ui'
import styles from './cloud.module.css'
import { PhoneData } from './phone-data'
import { PhoneStatus, qualityName, statusName } from './phone-status'
import { ProfileDialog } from './profile-dialog'
import { Responders } from './responders'

type Edit = EditForm<typeof cloudForm>

/** Where a number of the Cloud API is set up. */
const META_PANEL = 'https://developers.facebook.com/apps'

/** Something to be pasted on the other side. */
function ToCopy({ label, value }: { label: string; value: string }) {
  const { t } = useTexts()
  const id = useId()
  const copy = (): void =>
    void navigator.clipboard.writeText(value).then(
      () => toasts.success(t('common.copied')),
      () => toasts.error(t('errors.unknown')),
    )
  return (
    <Form.Item label={label} htmlFor={id}>
      <span className={styles.copied}>
        <Input
          className={styles.given ?? ''}
          id={id}
          value={value}
          readOnly
          onFocus={event => event.target.select()}
        />
        <IconButton icon={Copy} label={t('connections.cloud.copy', { what: label })} onClick={copy} />
      </span>
    </Form.Item>
  )
}

/** Leads to Meta's panel in the system's browser. */
function MetaLink() {
  const { t } = useTexts()
  return (
    <a
      href={META_PANEL}
      rel="noreferrer"
      onClick={event => {
        event.preventDefault()
        void window.turno.app.openExternal({ url: META_PANEL })
      }}
    >
      {t('connections.cloud.open', { site: new URL(META_PANEL).host })}
    </a>
  )
}

interface SecretProps {
  edit: Edit
  field: 'accessToken' | 'appSecret'
  /** The server keeps one. */
  has: boolean
}

/** Something Meta gives that is written here and never read back. */
function Secret({ edit, field, has }: SecretProps) {
  const { t } = useTexts()
  const typed = Form.useWatch(field, edit.form)
  const input = <Input.Password autoComplete="off" spellCheck={false} placeholder={has ? '••••••••' : ''} />
  return edit.field(
    field,
    { input },
    {
      required: !has,
      extra: has ? t('connections.cloud.kept') : typed ? '' : t('connections.cloud.missing'),
    },
  )
}

function Step({ title, how, children }: { title: string; how: string; children: ReactNode }) {
  return (
    <li className={styles.step}>
      <h3 className={looks.heading}>{title}</h3>
      <p className={styles.how}>{how}</p>
      {children}
    </li>
  )
}

/** Where the provider calls, whether it can, and whether it has. */
function Hook({ setUp }: { setUp: CloudSetUp }) {
  const { t, format } = useTexts()
  const { reach, verifiedAt, heardAt } = setUp
  const called = heardAt
    ? t('connections.cloud.heard', { at: format.exact(heardAt) })
    : verifiedAt
      ? t('connections.cloud.verified', { at: format.exact(verifiedAt) })
      : t('connections.cloud.notCalled')
  return (
    <>
      <p className={styles.how}>{t('connections.cloud.hookFields', { fields: format.list(CLOUD_FIELDS) })}</p>
      <ToCopy label={t('connections.cloud.webhookUrl')} value={setUp.webhookUrl} />
      <ToCopy label={t('connections.cloud.verifyToken')} value={setUp.verifyToken} />
      <Alert
        showIcon
        type={heardAt || verifiedAt ? 'success' : reach === 'https' ? 'info' : 'warning'}
        title={called}
        description={heardAt || verifiedAt ? undefined : t(`connections.cloud.reach.${reach}`)}
      />
      {setUp.unknown.length === 0 ? null : (
        <details className={styles.unknown}>
          <summary>{t('connections.cloud.unknown')}</summary>
          <ul>
            {setUp.unknown.map(({ what, times, lastAt }) => (
              <li key={`${what} ${lastAt}`}>
                {t('connections.cloud.unknownPart', { what, times, at: format.exact(lastAt) })}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  )
}

function Outcome({ test }: { test: CloudTest }) {
  const { t, format } = useTexts()
  const { reason, code, name, number, quality, status } = test
  if (reason === '')
    return (
      <Alert
        showIcon
        type="success"
        title={t('connections.cloud.works', { name, number: format.phone(number) })}
        description={
          quality || status
            ? t('connections.cloud.quality', {
                quality: qualityName(t, quality),
                status: statusName(t, status),
              })
            : undefined
        }
      />
    )
  const numbered = code === null ? '' : ` ${t('connections.cloud.code', { code })}`
  return (
    <Alert
      showIcon
      type="error"
      title={t('connections.cloud.failed')}
      description={`${t(`connections.reason.${reason}`)}${numbered}`}
    />
  )
}

/** Asks Meta for the number as the fields stand, saved or not. */
function Test({ id, edit }: { id: number; edit: Edit }) {
  const { t } = useTexts()
  const [busy, setBusy] = useState(false)
  const [test, setTest] = useState<CloudTest | null>(null)
  const run = async (): Promise<void> => {
    const fields = await edit.form.validateFields().catch(() => null)
    const body = cloudForm.safeParse(fields)
    if (!body.success) return
    setBusy(true)
    setTest(null)
    try {
      setTest(await call('whatsapps.testCloud', { params: { id }, body: body.data }))
    } catch (error) {
      toasts.error(errorText(t, error))
    } finally {
      setBusy(false)
    }
  }
  return (
    <div className={styles.test} aria-live="polite">
      <Button
        icon={<PlugZap size={16} strokeWidth={1.75} aria-hidden="true" />}
        loading={busy}
        onClick={() => void run()}
      >
        {t(busy ? 'connections.cloud.testing' : 'connections.cloud.test')}
      </Button>
      {test ? (
        <div className={styles.outcome} ref={box => box?.scrollIntoView({ block: 'nearest' })}>
          <Outcome test={test} />
        </div>
      ) : null}
    </div>
  )
}

/** How the number stands with Meta; asked again when its connection changed. @param asks whether there is something to ask with. */
function useProfile(id: number, changed: unknown, asks: boolean) {
  const [known, setKnown] = useState<CloudProfile | null>(null)
  const [busy, setBusy] = useState(asks)
  const [turn, setTurn] = useState(0)
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when the connection's row is another one, and on demand
  useEffect(() => {
    if (!asks) return
    const asking = new AbortController()
    setBusy(true)
    call('whatsapps.cloudProfile', { params: { id }, signal: asking.signal })
      .catch(
        (): CloudProfile => ({
          reason: 'unreachable',
          phone: null,
          missingFields: null,
          isSubscribed: null,
          otherAddress: null,
          profile: null,
        }),
      )
      .then(found => {
        if (asking.signal.aborted) return
        // What is open stays open while Meta is away.
        setKnown(before =>
          found.reason === '' || !before?.profile ? found : { ...before, reason: found.reason },
        )
        setBusy(false)
      })
    return () => asking.abort()
  }, [id, changed, asks, turn])
  return { known, busy, refresh: () => setTurn(before => before + 1), setKnown }
}

/** The guided set-up of a number of WhatsApp's Cloud API: what to copy from where, and whether it works. */
export function CloudDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { t } = useTexts()
  const connection = useWhatsapps().find(one => one.id === id)
  const name = connection?.name ?? ''
  const [setUp, setSetUp] = useState<CloudSetUp | null>(null)
  const failed = useRef<(error: unknown) => void>(() => undefined)
  useEffect(() => {
    failed.current = error => {
      // What is open stays open: it was read once, and only what others changed since is not known.
      if (setUp) return
      toasts.error(errorText(t, error))
      onClose()
    }
  })
  // A set-up that somebody saves begins the connection anew, so its row changes.
  // biome-ignore lint/correctness/useExhaustiveDependencies: asked again when the connection's row is another one
  useEffect(() => {
    const asking = new AbortController()
    call('whatsapps.cloud', { params: { id }, signal: asking.signal })
      .then(setSetUp)
      .catch(error => {
        if (!asking.signal.aborted) failed.current(error)
      })
    return () => asking.abort()
  }, [id, connection])
  const phone = useProfile(id, connection, setUp?.hasAccessToken === true && setUp.phoneNumberId !== '')
  const [editing, setEditing] = useState(false)
  if (!setUp) return null
  const { phoneNumberId, businessAccountId } = setUp
  return (
    <>
      <EditDialog
        keepAs={`cloud ${id}`}
        schema={cloudForm}
        title={t('connections.cloud.title', { name })}
        initial={{ phoneNumberId, businessAccountId, accessToken: '', appSecret: '' }}
        live={{ phoneNumberId, businessAccountId }}
        label={field => t(`connections.cloud.${field}`)}
        save={async body => void (await call('whatsapps.saveCloud', { params: { id }, body }))}
        submitLabel={t('connections.cloud.save')}
        savedText={t('connections.cloud.saved')}
        onClose={onClose}
      >
        {edit => (
          <>
            {phone.busy || phone.known ? (
              <PhoneStatus
                known={phone.known}
                busy={phone.busy}
                onRefresh={phone.refresh}
                onEdit={() => setEditing(true)}
              />
            ) : null}
            {setUp.hasAccessToken && phoneNumberId !== '' ? <Responders known={setUp.responders} /> : null}
            <p className={styles.intro}>
              {t('connections.cloud.intro')} <MetaLink />
            </p>
            <ol className={styles.steps}>
              <Step title={t('connections.cloud.numberTitle')} how={t('connections.cloud.numberHow')}>
                {edit.field('phoneNumberId', kinds.text({ inputMode: 'numeric' }))}
                {edit.field('businessAccountId', kinds.text({ inputMode: 'numeric' }), {
                  extra: t('connections.cloud.accountFor'),
                })}
              </Step>
              <Step title={t('connections.cloud.tokenTitle')} how={t('connections.cloud.tokenHow')}>
                <Secret edit={edit} field="accessToken" has={setUp.hasAccessToken} />
              </Step>
              <Step title={t('connections.cloud.secretTitle')} how={t('connections.cloud.secretHow')}>
                <Secret edit={edit} field="appSecret" has={setUp.hasAppSecret} />
              </Step>
              <Step title={t('connections.cloud.hookTitle')} how={t('connections.cloud.hookHow')}>
                <Hook setUp={setUp} />
              </Step>
            </ol>
            <Test id={id} edit={edit} />
            {setUp.hasAccessToken && phoneNumberId !== '' ? <PhoneData id={id} /> : null}
          </>
        )}
      </EditDialog>
      {/* Beside it and not within: its keys and its saving are its own. */}
      {editing && phone.known?.profile ? (
        <ProfileDialog
          id={id}
          name={name}
          profile={phone.known.profile}
          onSaved={phone.setKnown}
          onClose={() => setEditing(false)}
        />
      ) : null}
    </>
  )
}
