/** How large a file may be that is handed over for sending. */
import { DEFAULT_DOWNLOAD_LIMIT_MB } from '@contract'

/** Largest file taken, in bytes: the company's setting in megabytes, or the default when it has none. */
export function limitBytes(setting: string | undefined): number {
  const megabytes = Number.parseFloat(setting ?? '')
  return (Number.isFinite(megabytes) && megabytes > 0 ? megabytes : DEFAULT_DOWNLOAD_LIMIT_MB) * 1_048_576
}
