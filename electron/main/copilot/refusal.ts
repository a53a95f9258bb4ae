/** Why the copilot of this computer does not do what a window asked, in the server's words. */
import type { ServerErrorCode } from '../../../src/contract'

export class CopilotRefusal extends Error {
  constructor(
    readonly code: ServerErrorCode,
    /** Of a form. */
    readonly field?: string,
  ) {
    super(code)
    this.name = 'CopilotRefusal'
  }
}
