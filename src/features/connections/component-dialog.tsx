import type { PairingState, Result } from '@contract'
import { Alert, Button, Form, Input, Modal, Progress, Spin } from 'antd'
import { type ReactNode, useEffect, useState } from 'react'
import { errorText, type TFunction, useTexts } from '@/i18n'
import {
  cancelComponent,
  followPairing,
  installComponent,
  removeComponent,
  usePairing,
} from '@/stores/pairing'
import { toasts } from '@/stores/toasts'
import { looks, useConfirm } from '@/ui'
import styles from './component.module.css'

interface ComponentDialogProps {
  /** Pairs a number with what is installed; null where that follows by itself. */
  onPair: (() => void) | null
  onClose: () => void
}

const failureText = (t: TFunction, { reason, what, status }: NonNullable<PairingState['failure']>): string =>
  t(`connections.component.failed.${reason}`, { what, status: status ?? 0 })

/** What it is, what it costs and where it comes from, before anybody presses. */
function About({ state }: { state: PairingState }) {
  const { t, format } = useTexts()
  const { packages, bytes, version } = state
  const facts = {
    what: t('connections.component.whatText', { version }),
    licence: t('connections.component.licenceText'),
    size: t('connections.component.sizeText', { count: packages, size: format.size(bytes) }),
  }
  return (
    <>
      <Alert
        showIcon
        type="warning"
        title={t('connections.web.title')}
        description={t('connections.web.text')}
      />
      <dl className={styles.facts}>
        {(['what', 'licence', 'size'] as const).map(name => (
          <div key={name}>
            <dt>{t(`connections.component.${name}`)}</dt>
            <dd>{facts[name]}</dd>
          </div>
        ))}
      </dl>
    </>
  )
}

function Fetching({ fetching }: { fetching: NonNullable<PairingState['fetching']> }) {
  const { t } = useTexts()
  const said = t('connections.component.fetching', { count: fetching.of, done: fetching.done })
  return (
    <div className={styles.progress}>
      <Progress
        percent={Math.round((100 * fetching.done) / fetching.of)}
        showInfo={false}
        aria-label={said}
      />
      <span role="status">{said}</span>
    </div>
  )
}

/** Installs the component that pairs numbers, shows how far it is, brings it up to date and takes it away. */
export function ComponentDialog({ onPair, onClose }: ComponentDialogProps) {
  const { t } = useTexts()
  const confirm = useConfirm()
  const state = usePairing(known => known.state)
  const [typed, setTyped] = useState<string | null>(null)
  const [busy, setBusy] = useState(false)
  const [changing, setChanging] = useState(false)
  useEffect(() => void followPairing(), [])

  const during = async (work: () => Promise<Result<unknown>>): Promise<void> => {
    setBusy(true)
    const answer = await work()
    setBusy(false)
    if (!answer.ok) toasts.error(errorText(t, answer))
  }
  const registry = typed ?? state?.registry.address ?? ''
  const install = (): void => void during(() => installComponent(registry))
  const remove = async (): Promise<void> => {
    const sure = await confirm({
      title: t('connections.component.removeTitle'),
      text: t('connections.component.removeText'),
      okLabel: t('connections.component.removeOk'),
      cancelLabel: t('common.cancel'),
      danger: true,
    })
    if (sure) await during(removeComponent)
  }
  const installed = state?.installed ?? null
  const current = installed?.current === true
  // What the server did not take is there, and of no use yet.
  const wanted = !current || state?.failure?.reason === 'refused'
  const installLabel = state?.failure ? 'retry' : installed ? 'update' : 'install'

  const body = (now: PairingState): ReactNode => {
    if (now.fetching) return <Fetching fetching={now.fetching} />
    const failed =
      now.failure && wanted ? (
        <Alert
          showIcon
          type="error"
          title={t('connections.component.failedTitle')}
          description={failureText(t, now.failure)}
        />
      ) : null
    // One that is known is shown and left alone: what is fetched is compared with the built list, wherever it comes from.
    const known = now.registry.address !== '' && !changing && !failed
    const where = !wanted ? null : known ? (
      <p className={styles.from}>
        <span>{t('connections.component.from', { address: new URL(now.registry.address).host })}</span>
        {now.registry.fixed ? null : (
          <Button type="link" size="small" onClick={() => setChanging(true)}>
            {t('connections.component.change')}
          </Button>
        )}
      </p>
    ) : (
      <Form.Item
        label={t('connections.component.registry')}
        htmlFor="pairing-registry"
        extra={t(`connections.component.${now.registry.fixed ? 'registryFixed' : 'registryHint'}`)}
      >
        <Input
          id="pairing-registry"
          autoFocus={changing}
          type="url"
          inputMode="url"
          autoComplete="off"
          spellCheck={false}
          placeholder="https://"
          value={registry}
          disabled={now.registry.fixed}
          onChange={event => setTyped(event.target.value)}
        />
      </Form.Item>
    )
    const about = installed ? (
      <Alert
        showIcon
        type={current ? 'success' : 'info'}
        title={t(current ? 'connections.component.done' : 'connections.component.outdated')}
        description={t(current ? 'connections.component.doneText' : 'connections.component.outdatedText', {
          from: installed.version,
          to: now.version,
        })}
      />
    ) : (
      <About state={now} />
    )
    // Where it failed, what to do about it comes first: the rest has been read.
    return failed ? (
      <>
        {failed}
        {where}
        {current ? null : about}
      </>
    ) : (
      <>
        {about}
        {where}
      </>
    )
  }
  const buttons = (now: PairingState): ReactNode => {
    if (now.fetching)
      return (
        <Button disabled={busy} onClick={() => void during(cancelComponent)}>
          {t('connections.component.cancel')}
        </Button>
      )
    return (
      <>
        {installed ? (
          <Button danger className={styles.remove ?? ''} disabled={busy} onClick={() => void remove()}>
            {t('connections.component.remove')}
          </Button>
        ) : null}
        {wanted ? (
          <Button
            type={installed && onPair ? 'default' : 'primary'}
            htmlType="submit"
            form="pairing-component"
            loading={busy}
            disabled={registry.trim() === ''}
          >
            {t(`connections.component.${installLabel}`)}
          </Button>
        ) : null}
        {installed ? (
          <Button type="primary" disabled={busy} autoFocus onClick={onPair ?? onClose}>
            {t(onPair ? 'connections.component.pair' : 'common.close')}
          </Button>
        ) : null}
      </>
    )
  }
  return (
    <Modal
      open
      centered
      width="min(600px, 96vw)"
      title={t('connections.component.title')}
      mask={{ closable: false }}
      onCancel={onClose}
      footer={state ? <div className={looks.buttons}>{buttons(state)}</div> : null}
    >
      {state ? (
        <Form id="pairing-component" layout="vertical" className={styles.body ?? ''} onFinish={install}>
          {body(state)}
        </Form>
      ) : (
        <Spin />
      )}
    </Modal>
  )
}
