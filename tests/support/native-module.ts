/** What stands and falls with libsql's native module, which not every system has. */
import { createRequire } from 'node:module'

const require = createRequire(import.meta.url)

/** Whether libsql's native module loads in this process, and is not kept from the program by vitest.config.ts. */
export function nativeModule(): boolean {
  if (process.env.TURNO_TEST_WITHOUT_LIBSQL) return false
  try {
    require('libsql')
    return true
  } catch {
    return false
  }
}
