/** Mail work that no answer waits for, and the limits for forgotten passwords. */
import { upTo } from '../../../time-limit'
import { type Log, reasonOf } from '../../log'
import type { Attempts, NamedAttempts } from '../auth/attempts'

/** How long a code is valid, and how many wrong tries make it void. */
export const CODE_MINUTES = 15
export const MOST_WRONG = 5
const WINDOW_MS = CODE_MINUTES * 60_000

/**
 * How long after an answer the work begins that only some answers cause, milliseconds: at least this, plus a random
 * part up to this.
 */
export interface MailPause {
  least: number
  chance: number
}
export const MAIL_PAUSE: MailPause = { least: 100, chance: 400 }

/** Wrong tries at an account's code, including those not yet in the database. */
interface Tries {
  codeHash: string
  count: number
}

export interface ResetLimits {
  /** Mails to one account, and mails requested from one network address. */
  mails: Attempts
  mailsFrom: Attempts
  /** Codes tried for one account, and from one network address. */
  codes: Attempts
  codesFrom: Attempts
  tries: Map<number, Tries>
  /** Wrong tries at one code, counted by all processes. */
  wrong: Attempts
}

export function resetLimits(named: NamedAttempts): ResetLimits {
  const counter = (name: string, attempts: number): Attempts => named(name, { attempts, windowMs: WINDOW_MS })
  // A whole office shares one address.
  return {
    mails: counter('mails', 3),
    mailsFrom: counter('mails from', 30),
    codes: counter('codes', 15),
    codesFrom: counter('codes from', 60),
    tries: new Map(),
    wrong: counter('wrong codes', MOST_WRONG),
  }
}

/** How long the end waits for mails, milliseconds: people can request a code again. */
const LAST_MAILS_MS = 1_000

/** Mail work that no answer waits for. */
export interface MailsUnderWay {
  /** Does something in the background; errors are logged. */
  begin(what: string, work: () => Promise<void>): void
  /** Resolves when nothing is under way. */
  settled(): Promise<unknown>
  /** Waits a moment for what is under way. */
  end(): Promise<unknown>
}

export function mailsUnderWay(log: Log): MailsUnderWay {
  const all = new Set<Promise<void>>()
  const settled = (): Promise<unknown> => Promise.all(all)
  return {
    begin(what, work) {
      const one: Promise<void> = work()
        .catch((error: unknown) => log.warn(`${what} failed`, { reason: reasonOf(error) }))
        .finally(() => all.delete(one))
      all.add(one)
    },
    settled,
    end: () => upTo(LAST_MAILS_MS, settled()),
  }
}
