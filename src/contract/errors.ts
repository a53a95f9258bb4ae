/**
 * Error codes that may travel in `{ "error": "<code>" }` (docs/specification.md 1.8), plus the few Turno's own
 * workspace and bridge add. Texts live in src/i18n under `errors.<CODE>`, complete in three languages.
 */
export const SERVER_ERROR_CODES = [
  'ERR_NO_OTHER_WHATSAPP',
  'ERR_NO_DEF_WAPP_FOUND',
  'ERR_NO_WAPP_FOUND',
  'ERR_WAPP_NOT_INITIALIZED',
  'ERR_WAPP_CHECK_CONTACT',
  'ERR_WAPP_INVALID_CONTACT',
  'ERR_WAPP_DOWNLOAD_MEDIA',
  'ERR_WAPP_UNSUPPORTED',
  'ERR_WAPP_WINDOW_CLOSED',
  'ERR_WAPP_UNDELIVERABLE',
  'ERR_WAPP_NOT_ALLOWED',
  'ERR_WAPP_MEDIA',
  'ERR_WAPP_ACCOUNT',
  'ERR_WAPP_UNSURE',
  'ERR_TEMPLATE_MISSING',
  'ERR_TEMPLATE_NOT_APPROVED',
  'ERR_TEMPLATE_PARAMETERS',
  'ERR_TEMPLATE_TOO_LONG',
  'ERR_TEMPLATE_POLICY',
  'ERR_TEMPLATE_PAUSED',
  'ERR_TEMPLATE_DISABLED',
  'ERR_INVALID_CREDENTIALS',
  'ERR_SENDING_WAPP_MSG',
  'ERR_DELETE_WAPP_MSG',
  'ERR_SENDING_WAPP_REACTION',
  'ERR_OTHER_OPEN_TICKET',
  'ERR_SESSION_EXPIRED',
  'ERR_USER_CREATION_DISABLED',
  'ERR_NO_PERMISSION',
  'ERR_DUPLICATED_CONTACT',
  'ERR_NO_SETTING_FOUND',
  'ERR_NO_CONTACT_FOUND',
  'ERR_NO_TICKET_FOUND',
  'ERR_NO_USER_FOUND',
  'ERR_NO_INTEGRATION_FOUND',
  'ERR_INVALID_UUID',
  'ERR_CREATING_MESSAGE',
  'ERR_CREATING_TICKET',
  'ERR_FETCH_WAPP_MSG',
  'ERR_QUEUE_COLOR_ALREADY_EXISTS',
  'ERR_WAPP_GREETING_REQUIRED',
  'ERR_EMPTY_TICKETS_CLOSEALL',
  'ERR_INVALID_CSV',
  'ERR_INVALID_SHEET',
  'ERR_INTEGRATION_IN_USE',
  // Turno's own workspace, where the specification names a rule but no code.
  'ERR_COMPANY_EXPIRED',
  'ERR_TOO_MANY_ATTEMPTS',
  'ERR_WRONG_PASSWORD',
  'ERR_VALIDATION',
  'ERR_TICKET_TAKEN',
  'ERR_UNDO_TOO_LATE',
  'ERR_TICKET_NOT_OPEN',
  'ERR_OWES_ANSWER',
  'ERR_MENTION_UNSEEN',
  'ERR_NO_MESSAGE_FOUND',
  'ERR_MESSAGE_NOT_OWN',
  'ERR_MESSAGE_TOO_LONG',
  'ERR_FILE_TOO_LARGE',
  'ERR_FILE_TYPE',
  'ERR_NO_NOTE_FOUND',
  'ERR_NO_SCHEDULE_FOUND',
  'ERR_NO_REMINDER_FOUND',
  'ERR_NO_VIEW_FOUND',
  'ERR_TOO_MANY_VIEWS',
  'ERR_NO_MACRO_FOUND',
  'ERR_TOO_MANY_MACROS',
  'ERR_NO_REPORT_SCHEDULE_FOUND',
  'ERR_TOO_MANY_REPORT_SCHEDULES',
  'ERR_REPORT_STOPPED',
  'ERR_TOO_MANY_SERVICE_LEVELS',
  'ERR_TOO_MANY_FLOOR_ALARMS',
  'ERR_NO_RULE_FOUND',
  'ERR_TOO_MANY_RULES',
  'ERR_NO_TAG_FOUND',
  'ERR_NO_ARTICLE_FOUND',
  'ERR_UNREADABLE_DOCUMENT',
  'ERR_NO_QUICKMESSAGE_FOUND',
  'ERR_NO_QUEUE_FOUND',
  'ERR_DUPLICATED_USER',
  'ERR_DUPLICATED_TAG',
  'ERR_PLAN_LIMIT',
  'ERR_WAPP_NAME_TAKEN',
  'ERR_WAPP_TOKEN_TAKEN',
  'ERR_QUEUE_NAME_TAKEN',
  'ERR_NO_OPTION_FOUND',
  'ERR_NO_PROMPT_FOUND',
  'ERR_PROMPT_IN_USE',
  'ERR_AI_KEY',
  'ERR_AI_PROVIDER',
  'ERR_AI_BUSY',
  'ERR_AI_SILENT',
  'ERR_AI_ENDLESS',
  'ERR_COPILOT_OFF',
  'ERR_COPILOT_CEILING',
  'ERR_COPILOT_PRICE',
  'ERR_TRANSCRIPT_FILE',
  'ERR_TRANSCRIPT_LONG',
  'ERR_TRANSCRIPT_SCANNED',
  'ERR_IXC_KEY',
  'ERR_IXC_PROVIDER',
  'ERR_ADDRESS_NOT_ALLOWED',
  'ERR_HOLIDAY_TAKEN',
  'ERR_NO_COMPANY_FOUND',
  'ERR_COMPANY_NAME_ALREADY_EXISTS',
  'ERR_COMPANY_OF_PLATFORM',
  'ERR_NO_PLAN_FOUND',
  'ERR_PLAN_NAME_ALREADY_EXISTS',
  'ERR_PLAN_IN_USE',
  'ERR_PLAN_LACKS',
  'ERR_NO_HELP_FOUND',
  'ERR_NO_ANNOUNCEMENT_FOUND',
  'ERR_NO_CAMPAIGN_FOUND',
  'ERR_CAMPAIGN_LOCKED',
  'ERR_CAMPAIGN_RUNNING',
  'ERR_CAMPAIGN_INCOMPLETE',
  'ERR_CAMPAIGN_VARIABLE',
  'ERR_CAMPAIGN_NEEDS_TEMPLATE',
  'ERR_NO_INVOICE_FOUND',
  'ERR_INVOICE_PAID',
  'ERR_PAYMENT_AMOUNT',
  'ERR_PAYMENT_NOT_SET_UP',
  'ERR_PAYMENT_PROVIDER',
  'ERR_PAYMENT_CERTIFICATE',
  'ERR_WORKSPACE_FOUNDED',
  'ERR_SETUP_CODE',
  'ERR_INVITATION',
  'ERR_NO_NETWORK',
  'ERR_INVITATIONS_FULL',
  'ERR_NO_CONTACTLIST_FOUND',
  'ERR_CONTACTLIST_IN_USE',
  'ERR_FILE_LIST_IN_USE',
  'ERR_NO_CONTACTLISTITEM_FOUND',
  'ERR_CONTACTLIST_NUMBER_TAKEN',
  'ERR_CONTACTLIST_FULL',
  'ERR_NO_FILE_FOUND',
  'ERR_FILE_LIST_NAME_TAKEN',
  'ERR_RESET_CODE',
  'ERR_MAIL_NOT_SET_UP',
  'ERR_MAIL_REFUSED',
  'ERR_API_TOKEN',
  'ERR_RATE_LIMIT',
  'ERR_IDEMPOTENCY_KEY',
  'ERR_CONTENT_TYPE',
  'ERR_NO_WEBHOOK_FOUND',
  'ERR_NO_DELIVERY_FOUND',
  'ERR_WEBHOOK_ADDRESS',
  'ERR_WEBHOOK_LIMIT',
  'ERR_NOT_FOUND',
  'ERR_DISK_FULL',
  'ERR_DISK_READ_ONLY',
  'ERR_DATABASE_LOST',
  'ERR_INTERNAL',
] as const

export type ServerErrorCode = (typeof SERVER_ERROR_CODES)[number]

/** Codes that only the bridge (main process) produces. */
export const BRIDGE_ERROR_CODES = [
  'BRIDGE_REFUSED_SENDER',
  'BRIDGE_INVALID_INPUT',
  'BRIDGE_INVALID_OUTPUT',
  'BRIDGE_FAILED',
  'SERVER_UNREACHABLE',
  /** It speaks TLS and is not to be trusted: nothing was said to it. */
  'SERVER_CERTIFICATE',
  /** This Mac has no way to a computer of the network: that one is off, or the system keeps Turno from the local network. */
  'LOCAL_NETWORK_UNREACHABLE',
  'SERVER_UNREADABLE',
  'SERVER_LACKS',
  /** It takes no request with an address or headers of this length; what was asked for was not looked at. */
  'SERVER_REQUEST_TOO_LONG',
  'VAULT_UNAVAILABLE',
  // The outbox: already on its way, not known (any more), its file is no longer on this computer.
  'OUTBOX_LEFT',
  /** Taken in by the server and not in its thread a minute later. */
  'OUTBOX_UNCONFIRMED',
  'OUTBOX_GONE',
  'OUTBOX_FILE_MISSING',
] as const

export type BridgeErrorCode = (typeof BRIDGE_ERROR_CODES)[number]
export type ErrorCode = ServerErrorCode | BridgeErrorCode

const KNOWN = new Set<string>([...SERVER_ERROR_CODES, ...BRIDGE_ERROR_CODES])

/**
 * Finds the catalogue code a server text stands for.
 * @param text the `error` member of an answer; some servers append words to a code
 *   ("ERR_NO_DEF_WAPP_FOUND in COMPANY 1", docs/legacy-server.md section 4.2).
 * @returns the code, or null when the text is a plain sentence.
 */
export function errorCodeOf(text: string): ErrorCode | null {
  const head = text.trim().split(/\s/, 1)[0] ?? ''
  return KNOWN.has(head) ? (head as ErrorCode) : null
}

/**
 * Whether a 403 asks for a token refresh: its text does not start with `ERR_` (docs/specification.md 1.4, session).
 */
export function isRefreshableError(status: number, errorText: string): boolean {
  return status === 403 && !errorText.startsWith('ERR_')
}
