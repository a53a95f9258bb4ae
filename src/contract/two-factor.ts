/** The second step of signing in: a code of an authenticator app (RFC 6238), or one of the recovery codes. */
import { z } from 'zod'
import { line } from './requests'

/** Recovery codes made at once, each good for one sign-in. */
export const RECOVERY_CODES = 10

/** What an authenticator app is set up with. */
export const twoFactorSetup = z.object({
  /** `otpauth://` address, for a QR code. */
  uri: z.string(),
  /** The same secret for typing, base32. */
  secret: z.string(),
  /** Shown once; they stand in for a lost phone. */
  recoveryCodes: z.array(z.string()),
})
export type TwoFactorSetup = z.output<typeof twoFactorSetup>

/** A code as it is typed: six digits, or a recovery code; blanks and hyphens aside. */
export const typedCode = line(32).min(6)

/** What somebody signs in with; the code once ERR_TWO_FACTOR_CODE or ERR_TWO_FACTOR_SETUP asked for it. */
export const credentials = z.object({
  email: z.string().max(255),
  password: z.string().max(255),
  code: z.string().max(32).optional(),
})
