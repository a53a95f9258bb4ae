/** How the simulated world behaves, and what tests may make it do. */
import { randomBytes } from 'node:crypto'
import { type Clock, machineClock } from './clock'

export interface Tuning {
  clock: Clock
  /** Same seed, same people and words. */
  seed: number
  /** Mean pause between new conversations of a company, in milliseconds; 0 stops them. */
  arrivalsEveryMs: number
  /** No new conversation begins while a company has more waiting than this. */
  maxPending: number
  /** Pause between QR codes, in milliseconds. */
  qrEveryMs: number
  /** Codes shown before the connection gives up as TIMEOUT. */
  qrCodes: number
  /** After how many milliseconds of showing codes somebody scans one; null: nobody does. */
  scannedAfterMs: number | null
  /** Makes message ids; never the same twice, across restarts too. */
  newId: () => string
}

const ARRIVALS_MS = 40_000

/** Pause between new conversations from TURNO_ARRIVALS_MS, when it is a number. */
function arrivalsFromEnvironment(): number {
  const value = Number(process.env.TURNO_ARRIVALS_MS)
  return process.env.TURNO_ARRIVALS_MS && Number.isFinite(value) && value >= 0 ? value : ARRIVALS_MS
}

export function defaultTuning(): Tuning {
  return {
    clock: machineClock,
    seed: Date.now() >>> 0,
    arrivalsEveryMs: arrivalsFromEnvironment(),
    maxPending: 25,
    qrEveryMs: 20_000,
    qrCodes: 3,
    scannedAfterMs: 14_000,
    newId: () => `3EB0${randomBytes(8).toString('hex').toUpperCase()}`,
  }
}

/** Failures on demand. Everything here holds until it is taken back. */
export interface Control {
  /** How many of the next sends are refused with ERR_SENDING_WAPP_MSG. */
  refuseSends: number
  /** How many of the next edits, deletions and reactions are refused. */
  refuseChanges: number
  /** Contact checks fail with ERR_WAPP_CHECK_CONTACT. */
  refuseChecks: boolean
  /** Milliseconds every send takes. */
  sendDelayMs: number
  /** false: customers read but do not answer. */
  customersAnswer: boolean
  /** false: messages are delivered and never read. */
  customersRead: boolean
  /** Chats that were marked read towards the customer, latest last. */
  readReceipts: { whatsappId: number; number: string; messageIds: readonly string[] }[]
}

export function freshControl(): Control {
  return {
    refuseSends: 0,
    refuseChanges: 0,
    refuseChecks: false,
    sendDelayMs: 0,
    customersAnswer: true,
    customersRead: true,
    readReceipts: [],
  }
}

/** Receipts remembered for tests; older ones are forgotten. */
export const RECEIPTS_KEPT = 200
