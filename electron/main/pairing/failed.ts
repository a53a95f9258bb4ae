import type { PairingFailure } from '../../../src/contract'

/** The component was not installed. */
export class InstallFailed extends Error {
  constructor(
    readonly reason: PairingFailure,
    /** The package that is to blame; "" for none. */
    readonly what = '',
    readonly detail: { status?: number; cause?: unknown } = {},
  ) {
    super(`${reason} ${what}`, { cause: detail.cause })
    this.name = 'InstallFailed'
  }
}

/** What a failed writing says of the disk. */
export function ofDisk(cause: unknown): InstallFailed {
  const { code } = cause as NodeJS.ErrnoException
  return new InstallFailed(code === 'ENOSPC' || code === 'EDQUOT' ? 'full' : 'disk', '', { cause })
}
