/** Errors of the workspace server: a catalogue code and the HTTP status it travels with. */
import type { ServerErrorCode } from '@contract'

/** Those that are neither about something that is not there (`ERR_NO_…_FOUND`, 404) nor about what was sent (400). */
const STATUS: Partial<Record<ServerErrorCode, number>> = {
  ERR_INVALID_CREDENTIALS: 401,
  ERR_TWO_FACTOR_CODE: 403,
  ERR_TWO_FACTOR_WRONG: 403,
  ERR_TWO_FACTOR_SETUP: 403,
  ERR_TWO_FACTOR_ON: 409,
  ERR_SESSION_EXPIRED: 401,
  ERR_NO_PERMISSION: 403,
  ERR_COMPANY_EXPIRED: 403,
  ERR_USER_CREATION_DISABLED: 403,
  ERR_MESSAGE_NOT_OWN: 403,
  ERR_TICKET_TAKEN: 409,
  ERR_TICKET_CHANGED: 409,
  ERR_MORE_TO_CLOSE: 409,
  ERR_MACRO_RUNNING: 409,
  ERR_OWES_ANSWER: 409,
  ERR_HELD_ELSEWHERE: 409,
  ERR_UNDO_TOO_LATE: 409,
  ERR_OTHER_OPEN_TICKET: 409,
  ERR_DUPLICATED_TAG: 409,
  ERR_FILE_TOO_LARGE: 413,
  ERR_FILE_TYPE: 415,
  ERR_TOO_MANY_ATTEMPTS: 429,
  ERR_DISK_FULL: 507,
  ERR_DISK_READ_ONLY: 507,
  ERR_DATABASE_LOST: 503,
  ERR_INTERNAL: 500,
  ERR_REPORT_STOPPED: 409,
  ERR_INVITATION: 404,
  ERR_PROMPT_IN_USE: 409,
  ERR_INTEGRATION_IN_USE: 409,
  ERR_AI_KEY: 424,
  ERR_AI_PROVIDER: 424,
  ERR_AI_BUSY: 424,
  ERR_AI_SILENT: 424,
  ERR_AI_ENDLESS: 424,
  ERR_COPILOT_OFF: 403,
  ERR_COPILOT_CEILING: 409,
  ERR_IXC_KEY: 424,
  ERR_IXC_PROVIDER: 424,
  ERR_PLAN_IN_USE: 409,
  ERR_COMPANY_OF_PLATFORM: 409,
  ERR_PLAN_LACKS: 403,
  ERR_CAMPAIGN_LOCKED: 409,
  ERR_CAMPAIGN_RUNNING: 409,
  ERR_CAMPAIGN_INCOMPLETE: 409,
  ERR_CAMPAIGN_VARIABLE: 409,
  ERR_CAMPAIGN_NEEDS_TEMPLATE: 409,
  ERR_INVOICE_PAID: 409,
  ERR_PAYMENT_AMOUNT: 409,
  ERR_PAYMENT_NOT_SET_UP: 409,
  ERR_PAYMENT_PROVIDER: 424,
  ERR_CONTACTLIST_IN_USE: 409,
  ERR_FILE_LIST_IN_USE: 409,
  ERR_CONTACTLIST_NUMBER_TAKEN: 409,
  ERR_CONTACTLIST_FULL: 409,
  ERR_FILE_LIST_NAME_TAKEN: 409,
  ERR_MAIL_NOT_SET_UP: 409,
  ERR_MAIL_REFUSED: 424,
  ERR_API_TOKEN: 401,
  ERR_RATE_LIMIT: 429,
  ERR_IDEMPOTENCY_KEY: 422,
  ERR_CONTENT_TYPE: 415,
  ERR_WEBHOOK_LIMIT: 409,
  ERR_NOT_FOUND: 404,
  // Somebody's connection is missing, not what was asked for.
  ERR_NO_DEF_WAPP_FOUND: 400,
}

/** An error whose code reaches the caller as `{ "error": code, ...details }`. */
export class AnsweredError extends Error {
  constructor(
    readonly code: ServerErrorCode,
    /** Further members of the error body, for example the ticket's holder. */
    readonly details: Record<string, unknown>,
    readonly status: number,
  ) {
    super(code)
  }
}

/** Thrown anywhere below a handler; it is answered with its code's status. */
export class ApiError extends AnsweredError {
  constructor(code: ServerErrorCode, details: Record<string, unknown> = {}, status?: number) {
    super(code, details, status ?? STATUS[code] ?? (/^ERR_NO_\w+_FOUND$/.test(code) ? 404 : 400))
    this.name = 'ApiError'
  }
}
