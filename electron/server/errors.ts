/** Refusals of the workspace server: a catalogue code and the HTTP status it travels with. */
import type { ServerErrorCode } from '@contract'

const STATUS: Partial<Record<ServerErrorCode, number>> = {
  ERR_INVALID_CREDENTIALS: 401,
  ERR_SESSION_EXPIRED: 401,
  ERR_NO_PERMISSION: 403,
  ERR_COMPANY_EXPIRED: 403,
  ERR_USER_CREATION_DISABLED: 403,
  ERR_MESSAGE_NOT_OWN: 403,
  ERR_TICKET_TAKEN: 409,
  ERR_OTHER_OPEN_TICKET: 409,
  ERR_DUPLICATED_TAG: 409,
  ERR_FILE_TOO_LARGE: 413,
  ERR_FILE_TYPE: 415,
  ERR_TOO_MANY_ATTEMPTS: 429,
  ERR_DISK_FULL: 507,
  ERR_DISK_READ_ONLY: 507,
  ERR_INTERNAL: 500,
  ERR_NO_SETTING_FOUND: 404,
  ERR_NO_CONTACT_FOUND: 404,
  ERR_NO_TICKET_FOUND: 404,
  ERR_NO_USER_FOUND: 404,
  ERR_NO_INTEGRATION_FOUND: 404,
  ERR_NO_MESSAGE_FOUND: 404,
  ERR_NO_NOTE_FOUND: 404,
  ERR_NO_SCHEDULE_FOUND: 404,
  ERR_NO_TAG_FOUND: 404,
  ERR_NO_QUICKMESSAGE_FOUND: 404,
  ERR_NO_QUEUE_FOUND: 404,
  ERR_NO_WAPP_FOUND: 404,
  ERR_NO_OPTION_FOUND: 404,
  ERR_NO_PROMPT_FOUND: 404,
  ERR_NO_COMPANY_FOUND: 404,
  ERR_NO_PLAN_FOUND: 404,
  ERR_NO_HELP_FOUND: 404,
  ERR_NO_ANNOUNCEMENT_FOUND: 404,
  ERR_PLAN_IN_USE: 409,
  ERR_COMPANY_OF_PLATFORM: 409,
  ERR_PLAN_LACKS: 403,
  ERR_NO_CAMPAIGN_FOUND: 404,
  ERR_CAMPAIGN_LOCKED: 409,
  ERR_CAMPAIGN_RUNNING: 409,
  ERR_CAMPAIGN_INCOMPLETE: 409,
  ERR_NO_INVOICE_FOUND: 404,
  ERR_INVOICE_PAID: 409,
  ERR_PAYMENT_AMOUNT: 409,
  ERR_PAYMENT_NOT_SET_UP: 409,
  ERR_PAYMENT_PROVIDER: 424,
  ERR_NO_CONTACTLIST_FOUND: 404,
  ERR_NO_CONTACTLISTITEM_FOUND: 404,
  ERR_CONTACTLIST_NUMBER_TAKEN: 409,
  ERR_CONTACTLIST_FULL: 409,
  ERR_NO_FILE_FOUND: 404,
  ERR_FILE_LIST_NAME_TAKEN: 409,
  ERR_MAIL_NOT_SET_UP: 409,
  ERR_MAIL_REFUSED: 424,
  ERR_NOT_FOUND: 404,
}

/**
 * Thrown anywhere below a handler; reaches the caller as `{ "error": code, ...details }` with the code's status
 * (400 unless listed above).
 */
export class Refusal extends Error {
  readonly status: number
  constructor(
    readonly code: ServerErrorCode,
    /** Further members of the error body, for example who holds the ticket. */
    readonly details: Record<string, unknown> = {},
    status?: number,
  ) {
    super(code)
    this.name = 'Refusal'
    this.status = status ?? STATUS[code] ?? 400
  }
}
