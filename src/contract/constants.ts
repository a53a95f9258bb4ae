/**
 * Business constants by name. Times are in milliseconds unless the name says otherwise.
 * Nothing else may repeat these figures.
 */

/** Pause before a typed search, a list reload or a message page is asked for. Never delays a first click. */
export const DEBOUNCE_MS = 500
/** Dialog submit delay of the specification: kept as the shortest time a save button stays busy. */
export const DIALOG_SUBMIT_MS = 400
/** The same for company, plan and help forms. */
export const PLATFORM_SUBMIT_MS = 500
/** Time a "no permission" text stays readable before the redirect. */
export const REDIRECT_MS = 1_000
/** Distance from the bottom at which a list asks for its next page, in pixels. */
export const INFINITE_SCROLL_PX = 100
/** Scroll position under which a thread asks for older messages, in pixels. */
export const OLDER_MESSAGES_PX = 50
export const FORWARD_PAUSE_MS = 900
/** How long a forward can be taken back before it leaves. */
export const FORWARD_UNDO_MS = 5_000
export const UPLOAD_SEND_DELAY_MS = 2_000
export const DASHBOARD_LOAD_DELAY_MS = 1_000
export const CONNECTION_BADGE_DELAY_MS = 2_000
/** userStatus heartbeat of a signed-in user. */
export const HEARTBEAT_MS = 300_000
/** Socket ping interval and timeout of the embedded workspace. */
export const SOCKET_PING_MS = 18_000
/** Toasts close after this. */
export const TOAST_MS = 2_000
/** Toasts of campaigns, tags, files, prompts and integrations, whose texts are longer. */
export const TOAST_CONTENT_MS = 3_000

/** Most characters of what is searched for. */
export const SEARCH_MAX_CHARS = 200
export const CONTACT_SEARCH_MIN_CHARS = 3
export const CONTACT_NAME = { min: 2, max: 50 } as const
/** Largest contact file taken at once: some 400,000 lines. */
export const CONTACT_CSV_MAX_BYTES = 20 * 1024 * 1024
export const CONTACT_NUMBER = { min: 8, max: 50 } as const
/** What was left out of a row that was taken: a bad e-mail, the end of a long name, numbers after the first. */
export const IMPORT_REMARKS = ['EMAIL_DROPPED', 'NAME_CUT', 'FIRST_NUMBER'] as const
export type ImportRemark = (typeof IMPORT_REMARKS)[number]
/** Longest name and value of a row of additional information, in characters. */
export const CONTACT_EXTRA = { name: 100, value: 1_000 } as const
export const CONTACT_LIST_NAME = { min: 2, max: 50 } as const
/** Largest spreadsheet of contacts: 200,000 rows are some 10 MB. */
export const SHEET_MAX_BYTES = 25 * 1024 * 1024
/** Rows one call may add to a contact list, and how many a list may hold. */
export const CONTACT_LIST = { batch: 500, items: 200_000 } as const
/** File lists of campaigns: name, entries, and characters of an entry's name. */
export const FILE_LIST = { min: 3, max: 100, options: 20, option: 100 } as const
export const TAG_NAME = { min: 3, max: 50 } as const
export const ANNOUNCEMENT_TITLE_CHARS = 255
/** Characters of a shortcode: more than anybody types behind a slash. */
export const QUICK_MESSAGE = { maxShortcode: 60 } as const
export const USER_NAME = { min: 2, max: 50 } as const
export const COMPANY_NAME = { min: 2, max: 50 } as const
/** Digits of a Brazilian number without its country. */
export const SIGN_UP_PHONE_DIGITS = { min: 10, max: 11 } as const
export const CONNECTION_NAME = { min: 2, max: 50 } as const
/** Times a customer is shown the queue menu before a person has to take over, when a connection does not say. */
export const DEFAULT_BOT_MENU_TIMES = 3
export const MAX_BOT_MENU_TIMES = 100
/** Provider of a connection nobody chose another one for. */
export const DEFAULT_PROVIDER = 'beta'
/** Most minutes a waiting time of a connection may have: thirty days. */
export const MINUTES_MAX = 43_200
export const QUEUE_NAME = { min: 2, max: 50 } as const
export const CAMPAIGN_NAME = { min: 2, max: 50 } as const
export const QUEUE_COLOUR = { min: 3, max: 9 } as const
/** What `parentId` is to ask for the first options of a queue's chatbot. */
export const ROOT_OPTION = -1
/** Most levels and most options of one queue's chatbot: enough for any menu a person reads on a phone. */
export const OPTION_DEPTH_MAX = 12
export const OPTIONS_PER_QUEUE_MAX = 500
export const USER_PASSWORD = { min: 5, max: 50 } as const
export const TICKET_NOTE_MIN_CHARS = 2
/** Longest note or whisper, in characters. */
export const TICKET_NOTE_MAX_CHARS = 5_000
/** A password chosen anew after the old one was forgotten. */
export const NEW_PASSWORD = { min: 8, max: USER_PASSWORD.max } as const
/** The code of a forgotten password: characters as it is made, and as it may be typed with blanks between them. */
export const RESET_CODE = { chars: 8, max: 64 } as const
export const CHAT_TITLE_MAX = 100
/** Characters of one message of the internal chat. */
export const CHAT_MESSAGE_MAX = 10_000
/** Position under which an internal chat asks for older messages, in pixels. */
export const OLDER_CHAT_MESSAGES_PX = 600
/** After a chat was chosen its view goes to the end this much later. */
export const CHAT_TO_END_MS = 300
/** A quick-answer list opens when the input starts with "/" and is longer than this. */
export const QUICK_ANSWER_MIN_CHARS = 1
export const QUICK_ANSWER_LABEL_CHARS = 35

export const VOLUME = { min: 0, max: 1, step: 0.1, initial: 1 } as const
export const AUDIO_KBPS = 128
export const AUDIO_MIN_BYTES = 10_000
export const IMAGE_QUALITY = 0.7
export const SUBSCRIPTION_WARNING_DAYS = 5
export const DASHBOARD_PERIODS_DAYS = [3, 7, 15, 30, 60, 90] as const
export const NARROW_PX = 600
export const DRAWER_OPEN_PX = 1_200
export const NARROW_NAME_CHARS = 10
export const NOTES_LIST_MAX_PX = 200
/** Pending tickets above which the window title shows the number instead of a symbol. */
export const TITLE_SYMBOL_UP_TO = 20
/** Socket-driven ticket fetch and spy load delay. */
export const SOCKET_FETCH_MS = 500

/** Page sizes of the embedded workspace; "not shown" in the specification, those of legacy servers. */
/** Tickets a person may keep at the top of the lists. */
export const MOST_PINNED = 10

export const PAGE = { tickets: 40, messages: 20, contacts: 30, records: 20 } as const

export const ACCESS_TOKEN_TTL_S = 15 * 60
export const REFRESH_TOKEN_TTL_S = 7 * 24 * 60 * 60
export const REFRESH_COOKIE = 'jrt'
/** Attempts on one sign-in identity within the window before it is refused. */
export const SIGN_IN_LIMIT = { attempts: 10, windowMs: 60_000 } as const

/** Default upload limit in megabytes when the company has no downloadLimit setting. */
export const DEFAULT_DOWNLOAD_LIMIT_MB = 100

/** Waiting clock thresholds without a queue target. */
export const WAIT_AMBER_MS = 5 * 60_000
export const WAIT_RED_MS = 15 * 60_000

/** Delivery states of a message. */
export const ACK = { pending: 0, server: 1, sent: 2, delivered: 3, read: 4, played: 5 } as const

/** The fixed reaction set: six quick ones first. */
export const QUICK_REACTIONS = ['👍', '❤️', '😂', '😮', '😢', '🙏'] as const
/** Remaining emojis of the fixed set offered by the full list. */
export const MORE_REACTIONS = [
  '🔥',
  '👏',
  '🎉',
  '😍',
  '🤔',
  '👀',
  '💯',
  '✅',
  '❌',
  '😡',
  '😅',
  '🤝',
  '👎',
  '🥳',
  '😴',
  '🙌',
  '💪',
  '🤣',
] as const

/** Batching window of feed events between main and the windows: one frame. */
export const FEED_BATCH_MS = 16
/**
 * For so long who resolved a ticket may take that back, and what the company says at the end waits: longer than its notice
 * stands. Milliseconds.
 */
export const RESOLVE_UNDO_MS = 60_000
/** A macro that has not ended by then was left by its window. Milliseconds. */
export const MACRO_RUN_MS = 120_000
/** Stands for "without a queue" where queues are chosen by id (close-all); ids of queues begin at 1. */
export const NO_QUEUE_ID = 0
/** Longest note to whoever a ticket is handed over to. */
export const HANDOVER_NOTE_MAX_CHARS = 1_000
/** Longest text accepted for one message (WhatsApp's own limit). */
export const MESSAGE_MAX_CHARS = 65_536
/** Longest text that every kind of number takes in one message: what the workspace words itself is parted at it. */
export const NUMBER_TEXT_CHARS = 4_096
/** Kind (`mediaType`) of a utility text that leaves without a template, and its longest, in characters. */
export const UTILITY_TEXT = 'utilityText'
export const UTILITY_TEXT_CHARS = 1_024
/** How many customers may be written to first in 24 hours, by Meta's words for it; TIER_UNLIMITED has no number. */
export const MESSAGING_TIERS: Readonly<Record<string, number>> = {
  TIER_50: 50,
  TIER_250: 250,
  TIER_1K: 1_000,
  TIER_2K: 2_000,
  TIER_10K: 10_000,
  TIER_100K: 100_000,
}
/** Longest caption of a file: what every channel takes. */
export const CAPTION_MAX_CHARS = 1_024

/** Scheduled messages. */
export const SCHEDULE_BODY_MIN_CHARS = 5
/** Proposed time of a new one: an hour from now. */
export const SCHEDULE_DEFAULT_MS = 60 * 60_000
/** How often due messages are looked for. */
export const SCHEDULE_TICK_MS = 5_000
/** A message that could not leave at its time (number down, workspace closed) is still sent this long after it. */
export const SCHEDULE_LATEST_MS = 60 * 60_000
/** What became of a scheduled message, as lists and calendars tell them apart. */
export const SCHEDULE_STATES = ['waiting', 'sent', 'failed'] as const
export type ScheduleState = (typeof SCHEDULE_STATES)[number]
/** Longest stretch a calendar asks for, in days, and the most messages it is answered. */
export const SCHEDULE_RANGE_DAYS = 62
export const SCHEDULE_RANGE_MOST = 2_000
/** A report asks again this long after its campaign ended. */
export const REPORT_REFRESH_MS = 5_000
/** Least time between two events of one campaign: five a second. */
export const CAMPAIGN_EVENT_MS = 200
/** Real people a campaign's preview shows. */
export const CAMPAIGN_SAMPLES = 3
/** Endings of the pictures a scheduled message or an announcement may carry. */
export const PICTURE_ENDINGS = ['.png', '.jpg', '.jpeg'] as const

/**
 * Carries the key that a start of Turno gives its embedded workspace: as a header of every request, and under the same
 * name in the handshake of the socket.
 */
export const WORKSPACE_KEY_HEADER = 'x-turno-key'

/** The languages of the product; Portuguese comes first. */
export const LANGUAGES = ['pt', 'en', 'es'] as const
export type Language = (typeof LANGUAGES)[number]

/**
 * What lists of tickets are sorted by: the latest activity first or last, who waits longest, the most urgent, who wakes
 * next, whose deadline comes first.
 */
export const TICKET_ORDERS = ['activity', 'oldest', 'waiting', 'priority', 'snoozed', 'due'] as const
export type TicketOrder = (typeof TICKET_ORDERS)[number]

/** How much of a note is shown with a mention, in characters. */
export const MENTION_WORDS_CHARS = 300
/** Most people and queues one note may name, of each. */
export const MOST_MENTIONED = 50

/** What somebody writes beside a reminder, and how much of its message is shown with it, in characters. */
export const REMINDER_NOTE_MAX_CHARS = 500
export const REMINDER_WORDS_CHARS = 200

/** Why a snoozed ticket came back: its time had come, or the customer wrote. */
export const WAKE_REASONS = ['due', 'customer'] as const
export type WakeReason = (typeof WAKE_REASONS)[number]

/** The trend of the live floor: how long it is, and each of its steps. Milliseconds. */
export const FLOOR_TREND_MS = 60 * 60_000
export const FLOOR_STEP_MS = 5 * 60_000

/**
 * Who may answer a conversation in this workspace's place, where the number's provider routes conversations: Meta's own
 * agent, or another service the company has there.
 */
export const THREAD_HOLDERS = ['metaAgent', 'partner'] as const
export type ThreadHolder = (typeof THREAD_HOLDERS)[number]

export const TICKET_STATUSES = ['pending', 'open', 'closed'] as const
export type TicketStatus = (typeof TICKET_STATUSES)[number]
