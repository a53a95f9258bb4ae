import type { SocketState } from '@contract'
import { useEffect, useState } from 'react'
import { useTexts } from '@/i18n'
import { checkConnection, useConnection } from '@/stores/connection'
import { cx, tipOf } from '@/ui'
import styles from './connection-state.module.css'

/** From here on an interruption counts as past its time, in milliseconds. */
const LONG_AWAY_MS = 2 * 60_000

/**
 * How the line under the top bar looks.
 * @returns null when there is nothing to say, `short` for an ordinary interruption, `late` once it has lasted.
 */
function lineTone(state: Pick<SocketState, 'status' | 'since'>, now: number): 'short' | 'late' | null {
  if (state.status !== 'reconnecting' && state.status !== 'offline') return null
  const away = now - Date.parse(state.since)
  return Number.isFinite(away) && away >= LONG_AWAY_MS ? 'late' : 'short'
}

/** What a colleague's computer said before it went. */
const GONE = {
  asleep: 'shell.connection.computerAsleep',
  closed: 'shell.connection.computerClosed',
  off: 'shell.connection.computerOff',
} as const

/** Why there is no connection, and what becomes of what one writes, as a key of the texts. */
function sentenceOf({ status, untrusted, near, gone }: SocketState, tone: 'short' | 'late') {
  if (untrusted) return near ? 'shell.connection.otherComputerLine' : 'shell.connection.untrustedLine'
  if (near && gone) return GONE[gone]
  if (near && (status === 'offline' || tone === 'late')) return 'shell.connection.computerAway'
  return status === 'offline' ? 'shell.connection.offlineLine' : 'shell.connection.reconnectingLine'
}

/** Sign and words of the connection in the top bar; the words fold on smaller screens, the name stays. */
export function ConnectionSign() {
  const { t, format } = useTexts()
  const status = useConnection(state => state.status)
  const since = useConnection(state => state.since)
  const name = t(`shell.connection.${status}`)
  const hint = since ? `${name}, ${t('shell.connection.since', { time: format.time(since) })}` : name
  return (
    <span className={cx(styles.sign, styles[status])} role="status" aria-label={hint} {...tipOf(hint)}>
      <span className={styles.dot} aria-hidden="true" />
      <span className={styles.words} aria-hidden="true">
        {name}
      </span>
    </span>
  )
}

/** A thin line under the top bar while the server is away; red only when that has lasted. */
export function ConnectionLine() {
  const { t, format } = useTexts()
  const state = useConnection()
  const { status, since, untrusted } = state
  const [now, setNow] = useState(() => Date.now())
  useEffect(() => {
    setNow(Date.now())
    if (status !== 'offline' && status !== 'reconnecting') return
    const timer = setInterval(() => setNow(Date.now()), 10_000)
    return () => clearInterval(timer)
  }, [status])
  const tone = lineTone({ status, since }, now)
  if (!tone) return null
  return (
    <div className={cx(styles.line, styles[untrusted ? 'late' : tone])} role="status">
      <span className={styles.sentence}>{t(sentenceOf(state, tone), { time: format.time(since) })}</span>
      <button type="button" className={styles.check} onClick={() => void checkConnection()}>
        {t('shell.connection.check')}
      </button>
    </div>
  )
}
