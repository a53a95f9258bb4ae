import type { Whatsapp } from '@contract'
import { Modal, Spin } from 'antd'
import { CircleCheck, EllipsisVertical, KeyRound, Settings, Smartphone, UsersRound } from 'lucide-react'
import { type ReactNode, useEffect, useState } from 'react'
import { useTexts } from '@/i18n'
import { serverNow } from '@/stores/clock'
import { toasts } from '@/stores/toasts'
import { useWhatsapps } from '@/stores/whatsapps'
import { cx, looks, QrCode } from '@/ui'
import { AskCode, ShownCode } from './pairing-code'
import styles from './qr.module.css'

/** Fine enough for a ring that moves evenly. */
const TICK_MS = 250

interface CodeClock {
  /** Whole seconds until the next code, rounded up. */
  seconds: number
  /** Share of the code's life that is left, 0 to 1. */
  share: number
}

/**
 * Counts down to the next code, by the server's clock.
 * @param shownAt when the present code was shown; null where the server does not say how long it holds.
 * @param until when it ends.
 */
function useCodeClock(shownAt: string, until: string | null): CodeClock | null {
  const end = until === null ? Number.NaN : Date.parse(until)
  const [now, setNow] = useState(serverNow)
  const runs = Number.isFinite(end)
  useEffect(() => {
    if (!runs) return
    const tick = (): void => setNow(serverNow())
    tick()
    const timer = setInterval(tick, TICK_MS)
    return () => clearInterval(timer)
  }, [runs])
  if (!runs) return null
  const left = Math.max(0, end - now)
  const life = Math.max(1, end - Date.parse(shownAt))
  return { seconds: Math.ceil(left / 1_000), share: Math.min(1, left / life) }
}

/** How long "it worked" stands before the dialog closes, in milliseconds. */
const WORKED_MS = 2_500
const RING_PX = 22
const ROUND = 2 * Math.PI * 9

/** What the dialog shows; `ended`: the code is gone and nobody is pairing. */
export type QrPhase = 'waiting' | 'code' | 'pairing' | 'opening' | 'paired' | 'ended'

/**
 * @param connection as live events have it; undefined when it was deleted or is not known yet.
 * @param begun whether a code was seen since the dialog was opened.
 */
export function phaseOf(
  connection: Pick<Whatsapp, 'status' | 'qrcode'> | undefined,
  begun: boolean,
): QrPhase {
  // Not heard of yet: it was added a moment ago.
  if (!connection) return begun ? 'ended' : 'waiting'
  const { status, qrcode } = connection
  if (status === 'CONNECTED') return 'paired'
  if (status === 'qrcode' && qrcode !== '') return 'code'
  if (status === 'PAIRING') return 'pairing'
  if (status === 'OPENING') return begun ? 'opening' : 'waiting'
  return begun ? 'ended' : 'waiting'
}

function Ring({ connection }: { connection: Whatsapp }) {
  const { t } = useTexts()
  const clock = useCodeClock(connection.updatedAt, connection.qrcodeUntil)
  if (!clock) return <p className={styles.next}>{t('connections.qr.renews')}</p>
  return (
    <p className={styles.next}>
      <svg className={styles.ring} width={RING_PX} height={RING_PX} viewBox="0 0 22 22" aria-hidden="true">
        <circle cx="11" cy="11" r="9" />
        <circle
          className={styles.left}
          cx="11"
          cy="11"
          r="9"
          strokeDasharray={ROUND}
          strokeDashoffset={ROUND * (1 - clock.share)}
        />
      </svg>
      <span role="timer">{t('connections.qr.next', { seconds: clock.seconds })}</span>
    </p>
  )
}

/** The phone's menu, so that the eye finds the entry before it is read. */
function PhoneMenu() {
  const { t } = useTexts()
  return (
    <span className={styles.phone} aria-hidden="true">
      <EllipsisVertical className={styles.dots} size={14} />
      <span className={styles.menu}>
        <span className={styles.entry}>
          <UsersRound size={12} />
          {t('connections.qr.menuNew')}
        </span>
        <span className={cx(styles.entry, styles.wanted)}>
          <Smartphone size={12} />
          {t('connections.qr.menuDevices')}
        </span>
        <span className={styles.entry}>
          <Settings size={12} />
          {t('connections.qr.menuSettings')}
        </span>
      </span>
    </span>
  )
}

/** @param typed a code is typed into the phone, instead of read with its camera. */
function Steps({ typed }: { typed: boolean }) {
  const { t } = useTexts()
  const step = (title: string, how: string, drawing?: ReactNode) => (
    <li className={styles.step}>
      <span className={styles.stepTitle}>{title}</span>
      <span className={looks.quiet}>{how}</span>
      {drawing}
    </li>
  )
  return (
    <ol className={styles.steps}>
      {step(t('connections.qr.stepOpen'), t('connections.qr.stepOpenHow'))}
      {step(t('connections.qr.stepDevices'), t('connections.qr.stepDevicesHow'), <PhoneMenu />)}
      {typed
        ? step(t('connections.qr.stepType'), t('connections.qr.stepTypeHow'))
        : step(t('connections.qr.stepScan'), t('connections.qr.stepScanHow'))}
    </ol>
  )
}

/**
 * The live code of a connection, large enough for a second monitor. It closes by itself: after "it worked" when the
 * number is connected, with a word when the code ended without anybody pairing.
 */
export function QrDialog({ id, onClose }: { id: number; onClose: () => void }) {
  const { t, format } = useTexts()
  const connection = useWhatsapps().find(one => one.id === id)
  const [begun, setBegun] = useState(false)
  const [name, setName] = useState(connection?.name ?? '')
  // Its name is the first thing known of it: one that had a name and is gone was deleted.
  const phase = !connection && name !== '' ? 'ended' : phaseOf(connection, begun)
  const needsPasskey = connection?.statusReason === 'passkey'
  if (!begun && (phase === 'code' || phase === 'pairing')) setBegun(true)
  if (connection && connection.name !== name) setName(connection.name)

  useEffect(() => {
    // Why it ended again is to be read; it closes by hand.
    if (phase === 'ended' && !needsPasskey) {
      toasts.warning(t('connections.qr.ended', { name }))
      onClose()
    }
    if (phase !== 'paired') return
    const timer = setTimeout(onClose, WORKED_MS)
    return () => clearTimeout(timer)
  }, [name, needsPasskey, onClose, phase, t])

  const working = (words: string): ReactNode => (
    <div className={styles.working}>
      <Spin />
      <span>{words}</span>
    </div>
  )
  const typed = phase === 'pairing' ? (connection?.qrcode ?? '') : ''
  const ground = (): ReactNode => {
    if (phase === 'code' && connection)
      return (
        <QrCode
          className={styles.code ?? ''}
          text={connection.qrcode}
          label={t('connections.qr.code', { name })}
        />
      )
    if (phase === 'paired')
      return (
        <div className={styles.worked}>
          <CircleCheck size={72} strokeWidth={1.5} aria-hidden="true" />
          <strong>{t('connections.qr.paired')}</strong>
          {connection?.number ? <span>{format.phone(connection.number)}</span> : null}
        </div>
      )
    if (phase === 'ended' && needsPasskey)
      return (
        <div className={styles.working} role="alert">
          <KeyRound size={40} strokeWidth={1.5} aria-hidden="true" />
          <span>{t('connections.reason.passkey')}</span>
        </div>
      )
    if (typed !== '') return <ShownCode code={typed} name={name} />
    if (phase === 'pairing' || phase === 'opening') return working(t(`connections.qr.${phase}`))
    return working(t('connections.qr.waiting'))
  }

  return (
    <Modal
      open
      centered
      width="min(1040px, 96vw)"
      title={t('connections.qr.title', { name })}
      footer={null}
      destroyOnHidden
      mask={{ closable: false }}
      onCancel={onClose}
    >
      <div className={styles.qr}>
        <div className={styles.side}>
          <Steps typed={typed !== ''} />
          {phase === 'code' && connection ? <Ring connection={connection} /> : null}
          {connection?.capabilities?.includes('pairingCode') && phase !== 'paired' ? (
            <AskCode id={id} />
          ) : null}
        </div>
        <div className={styles.ground} data-theme="light" aria-live="polite">
          {ground()}
        </div>
      </div>
    </Modal>
  )
}
