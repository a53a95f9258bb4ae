/** States of the simulated phones: OPENING, qrcode (refreshed), PAIRING, CONNECTED; DISCONNECTED and TIMEOUT. */
import type { ConnectionReason, ConnectionStatus } from '@contract'
import type { StatusUpdate } from '../../server/desk/channel/channel'
import { mobileNumber } from './people'
import { createRandom } from './random'
import type { Tuning } from './tuning'

interface Phone {
  status: ConnectionStatus
  /** The number once paired; kept while the connection is only lost, forgotten when it is signed out. */
  number: string | null
  codes: number
  cancel: () => void
}

const OPENING_MS = 900
const PAIRING_MS = 1_800

export interface Connections {
  /** Takes a phone over as it was left; nothing is reported. */
  restore(whatsappId: number, status: ConnectionStatus, number: string | null): void
  connect(whatsappId: number): void
  newQr(whatsappId: number): void
  /** Ends the connection and opens it again, with the same phone. */
  restart(whatsappId: number): void
  disconnect(whatsappId: number): void
  /** Loses the connection without signing out; it comes back after the pause, when one is given. */
  drop(whatsappId: number, backAfterMs: number | null): void
  /** Somebody holds a phone before the code now. Does nothing unless a code is shown. */
  scan(whatsappId: number): void
  status(whatsappId: number): ConnectionStatus
  connected(): number[]
  stop(): void
}

/** @param report receives every change of state, in order. */
export function createConnections(tuning: Tuning, report: (update: StatusUpdate) => void): Connections {
  const phones = new Map<number, Phone>()
  const { clock } = tuning

  const phone = (id: number): Phone => {
    const known = phones.get(id)
    if (known) return known
    const made: Phone = { status: 'DISCONNECTED', number: null, codes: 0, cancel: () => {} }
    phones.set(id, made)
    return made
  }

  const enter = (id: number, status: ConnectionStatus, qrcode = '', reason?: ConnectionReason): void => {
    const p = phone(id)
    p.cancel()
    p.cancel = () => {}
    p.status = status
    const retries = status === 'qrcode' ? p.codes : 0
    const qrcodeUntil = new Date(clock.now() + tuning.qrEveryMs).toISOString()
    report({
      whatsappId: id,
      status,
      qrcode,
      retries,
      number: p.number,
      ...(status === 'qrcode' ? { qrcodeUntil } : {}),
      ...(reason ? { reason } : {}),
    })
  }

  const later = (id: number, ms: number, work: () => void): void => {
    phone(id).cancel = clock.after(ms, work)
  }

  const pair = (id: number): void => {
    const p = phone(id)
    enter(id, 'PAIRING')
    later(id, PAIRING_MS, () => {
      p.number = mobileNumber(createRandom(`phone ${tuning.seed} ${id} ${clock.now()}`), '11')
      enter(id, 'CONNECTED')
    })
  }

  const showCode = (id: number, shownSince: number): void => {
    const p = phone(id)
    if (p.codes >= tuning.qrCodes) {
      enter(id, 'TIMEOUT', '', 'codeExpired')
      return
    }
    p.codes++
    enter(id, 'qrcode', `2@${tuning.newId()}${tuning.newId()},${tuning.newId()},${id},${p.codes}`)
    const scanIn = tuning.scannedAfterMs === null ? null : shownSince + tuning.scannedAfterMs - clock.now()
    if (scanIn !== null && scanIn < tuning.qrEveryMs) later(id, Math.max(0, scanIn), () => pair(id))
    else later(id, tuning.qrEveryMs, () => showCode(id, shownSince))
  }

  const open = (id: number): void => {
    const p = phone(id)
    p.codes = 0
    enter(id, 'OPENING')
    later(id, OPENING_MS, () => {
      if (p.number) enter(id, 'CONNECTED')
      else showCode(id, clock.now())
    })
  }

  return {
    restore(id, status, number) {
      const p = phone(id)
      p.status = status
      p.number = number
    },
    connect(id) {
      if (phone(id).status !== 'CONNECTED') open(id)
    },
    newQr(id) {
      phone(id).number = null
      open(id)
    },
    restart(id) {
      open(id)
    },
    disconnect(id) {
      phone(id).number = null
      enter(id, 'DISCONNECTED', '', 'signedOut')
    },
    drop(id, backAfterMs) {
      enter(id, 'TIMEOUT', '', 'lost')
      if (backAfterMs !== null) later(id, backAfterMs, () => open(id))
    },
    scan(id) {
      if (phone(id).status === 'qrcode') pair(id)
    },
    status: id => phones.get(id)?.status ?? 'DISCONNECTED',
    connected: () => [...phones].filter(([, p]) => p.status === 'CONNECTED').map(([id]) => id),
    stop() {
      for (const p of phones.values()) p.cancel()
    },
  }
}
