/**
 * What the console shows of the computer it runs on: files it saved, words it checks, data it keeps, and the report
 * that helps to find a fault.
 */
import { z } from 'zod'

/* ---------------------------------------------------------------- downloads */

/** Why a file did not arrive: the server has none, the line broke, the disk refused, or the page could not be printed. */
export const DOWNLOAD_FAILURES = ['missing', 'line', 'disk', 'printing'] as const
export type DownloadFailure = (typeof DOWNLOAD_FAILURES)[number]

export const downloadEntry = z.object({
  id: z.string(),
  /** The name it has on the disk, made safe. */
  name: z.string(),
  /** Path on our origin it came from; null for a file the window made itself. */
  source: z.string().nullable(),
  state: z.enum(['running', 'done', 'failed', 'cancelled']),
  /** 0 to 1; null while the size is not known. */
  progress: z.number().nullable(),
  /** Bytes received. */
  size: z.number(),
  failure: z.enum(DOWNLOAD_FAILURES).nullable(),
  /** Whether it may be opened from here; kinds that could run something are only shown in their folder. */
  mayOpen: z.boolean(),
  /** Name of the folder it lies in. */
  folder: z.string(),
})
export type DownloadEntry = z.output<typeof downloadEntry>

/** Paths on our own origin whose answer is a file to be saved. */
export const DOWNLOADABLE =
  /^\/(?:(?:media|public|local)\/|api\/(?:contacts\/\d+\/personal-data$|articles\/export(?:\?|$)|reports\/export\?))/

export const downloadRequest = z.object({
  /** A path on our own origin. */
  source: z.string().max(4_096).regex(DOWNLOADABLE),
  name: z.string().max(400),
  /** Asks where to, whatever the preference says. */
  ask: z.boolean().default(false),
  /** Opens it when it is there, if it may be opened. */
  thenOpen: z.boolean().default(false),
})
export type DownloadRequest = z.input<typeof downloadRequest>

/** A page as it is printed, saved as PDF. Head and foot stand on each sheet, the foot beside the number of the sheet. */
export const pdfRequest = z.object({
  /** Of the file, without its ending. */
  name: z.string().max(400),
  head: z.string().max(600),
  foot: z.string().max(600),
})
export type PdfRequest = z.output<typeof pdfRequest>
/** `cancelled`: the person changed their mind in the "save as", or while it was made. */
export const PDF_OUTCOMES = ['saved', 'cancelled', 'failed'] as const
export type PdfOutcome = (typeof PDF_OUTCOMES)[number]

/* ---------------------------------------------------------------- spelling */

export const SPELLING_LANGUAGES_MAX = 6

/** Choices about spelling; no languages means those of the interface. */
export const spellingChoices = {
  enabled: z.boolean(),
  languages: z.array(z.string().regex(/^[a-z]{2,3}(?:-[A-Za-z0-9]{2,8})*$/)).max(SPELLING_LANGUAGES_MAX),
} as const
export const spellingPreferences = z.object({
  enabled: spellingChoices.enabled.default(true),
  languages: spellingChoices.languages.default([]),
})
export type SpellingPreferences = z.output<typeof spellingPreferences>

export const spellingState = z.object({
  /** Languages this computer can check; empty where the system chooses them itself (macOS). */
  available: z.array(z.string()),
  /** Languages in force. */
  languages: z.array(z.string()),
  /** Words the person added. */
  words: z.array(z.string()),
  /** Languages whose dictionary could not be fetched. */
  failed: z.array(z.string()),
})
export type SpellingState = z.output<typeof spellingState>

/* ---------------------------------------------------------------- data and diagnostics */

/** What is kept on this computer for the account that is signed in. */
export const keptData = z.object({
  /** Folder of the daily copies of this computer's workspace; null while another server is in use. */
  copies: z.string().nullable(),
  tickets: z.number().int(),
  messages: z.number().int(),
  contacts: z.number().int(),
  drafts: z.number().int(),
  /** Messages that have not left yet. */
  waiting: z.number().int(),
  /** Bytes of the file they are in. */
  bytes: z.number(),
})
export type KeptData = z.output<typeof keptData>

export const aboutProgram = z.object({
  version: z.string(),
  electron: z.string().nullable(),
  chrome: z.string().nullable(),
  node: z.string(),
  system: z.string(),
  updateChannel: z.string(),
  /** Whether Chromium keeps pages apart from the rest of the computer; some Linux systems do not let it. */
  sandboxed: z.boolean(),
  /** Packages whose licences ship with the program; null when the file is not there (a run from source). */
  licences: z.number().int().nullable(),
})
export type AboutProgram = z.output<typeof aboutProgram>

/** Where the renderer hands file bytes to main before it enqueues or drafts them (gateway route, same origin). */
export const LOCAL_ATTACHMENTS_PATH = '/local/attachments'
