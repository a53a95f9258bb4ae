/**
 * What a server of a legacy server does differently from the specification, one switch each, so that a test
 * can turn them on and off one by one. Facts: docs/legacy-server.md (section numbers beside each).
 */
export const QUIRKS = {
  /** 8.8: the API lives at `/`, not at `/api`. */
  noApiPrefix: 'no /api prefix',
  /** 1.1: unknown routes answer an HTML page. */
  htmlNotFound: '404 as HTML',
  /** 5: POST /messages answers an empty body. */
  emptySendBody: 'empty answer to a send',
  /** 5: a client id is ignored, so the same send twice is two messages. */
  noClientId: 'client ids ignored',
  /** 5: GET /messages marks read. */
  readMarksOnGet: 'reading marks read',
  /** 5: agents see only messages of their own queues. */
  queueMessagesOnly: 'foreign queue messages hidden',
  /** 6.4: counts as text and arrays. */
  textCounts: 'counts as text or arrays',
  /** 7.1: what is emitted before `ready` is lost. */
  readyLate: 'joins before ready are lost',
  /** 7.2: a numeric room id joins a room nothing is sent to. */
  stringRooms: 'only text room ids work',
  /** 7.1: a bad token is accepted and then dropped by the server. */
  dropsBadToken: 'bad tokens dropped without a word',
  /** 7.3: acks reach the joined chat box only. */
  acksToBoxOnly: 'acks to the chat box only',
  /** 7.3: tag and session events lack the company prefix. */
  unprefixedEvents: 'events without prefix',
  /** 4.2: a ticket made by POST /tickets is announced to nobody. */
  silentCreate: 'new tickets appear with their first message',
  /** 7.4: a pending ticket moved between queues leaves a ghost. */
  ghosts: 'ghosts after a queue change',
  /** 5: unread counters jump. */
  unreadJumps: 'unread counters jump',
  /** 4.1: pages repeat, skip and end early. */
  brokenPaging: 'pages repeat and skip',
  /** 1.3 and 2: credentials and password hashes in payloads. */
  secrets: 'secrets in payloads',
  /** 4.2: failures of PUT /tickets are 500 without a code, and accepting twice succeeds. */
  blindUpdates: 'ticket updates fail without a code',
  /** 3: GET /auth/me needs the cookie and answers three members. */
  thinMe: 'thin /auth/me',
  /** 3: the refreshed user lacks due date and settings. */
  thinRefresh: 'thin refresh answer',
  /** 4.2: with ratings switched on, closing only asks for one; the second close closes. */
  ratingFirst: 'closing asks for a rating first',
  /** 6.5, 8.24: a user made without a profile is an admin; queues that are left out are cleared. */
  greedyUsers: 'users saved with what was left out',
  /** 8.45: error codes carry words behind them. */
  wordyCodes: 'codes with a suffix',
} as const

export type Quirk = keyof typeof QUIRKS

/** Faults of the line, independent of the adapter. */
interface Faults {
  /** Added to every answer and event, in milliseconds. */
  latencyMs: number
  /** Share of requests answered with a 500, 0 to 1. */
  failShare: number
  /** Added to every timestamp the server makes, in milliseconds. */
  clockSkewMs: number
}

export interface CompatOptions {
  /** Quirks switched off; all are on otherwise. */
  off: readonly Quirk[]
  faults: Partial<Faults>
  /** Milliseconds until a simulated customer answers; 0 switches the answers off. */
  replyAfterMs: number
  port: number
  /** `measured`: as slow as a real one (speed.ts); at once otherwise. */
  speed: 'at-once' | 'measured'
}
