import type { Whatsapp } from '@contract'
import { Button } from 'antd'
import { QrCode, RotateCw, ScanQrCode, Unplug, Wrench } from 'lucide-react'
import { useTexts } from '@/i18n'
import styles from './connections.module.css'
import { buttonsOf, type SessionAction } from './status'

const ICONS = { setUp: Wrench, showCode: QrCode, retry: RotateCw, newCode: ScanQrCode, disconnect: Unplug }

export interface SessionButtonsProps {
  connection: Whatsapp
  busy: boolean
  run: (action: SessionAction, connection: Whatsapp) => void
}

/** The buttons of a connection's status. A press on them is none on the row. */
export function SessionButtons({ connection, busy, run }: SessionButtonsProps) {
  const { t } = useTexts()
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps presses from the row.
    <span
      className={styles.buttons}
      onClick={event => event.stopPropagation()}
      onKeyDown={event => event.stopPropagation()}
    >
      {buttonsOf(connection).map((action, at) => {
        const label = t(`connections.action.${action}`)
        const name = t('connections.action.of', { action: label, name: connection.name })
        if (action === 'opening')
          return (
            <Button key={action} size="small" disabled loading aria-label={name}>
              <span className={styles.buttonText}>{label}</span>
            </Button>
          )
        const Icon = ICONS[action]
        return (
          <Button
            key={action}
            size="small"
            type={at === 0 && action !== 'disconnect' ? 'primary' : 'default'}
            disabled={busy}
            icon={<Icon size={14} strokeWidth={1.75} aria-hidden="true" />}
            aria-label={name}
            title={label}
            onClick={() => run(action, connection)}
          >
            <span className={styles.buttonText}>{label}</span>
          </Button>
        )
      })}
    </span>
  )
}
