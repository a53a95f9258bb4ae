/**
 * What asks for the agent's attention, and the choices about it: shared by main, which
 * decides and shows, and the settings screen, which asks.
 */
import { z } from 'zod'

/**
 * What may be announced: a waiting customer, a ticket given to me, a customer's message, an internal chat, a number that is down, an
 * alarm of the live floor.
 */
export const NOTICE_KINDS = ['pending', 'assigned', 'message', 'chat', 'connection', 'alarm'] as const
export type NoticeKind = (typeof NOTICE_KINDS)[number]

/** The sounds that are shipped (resources/sounds), and silence. */
export const SOUND_NAMES = ['bell', 'chime', 'drop', 'knock', 'low'] as const
export type SoundName = (typeof SOUND_NAMES)[number]

const perKind = <T extends z.ZodType>(each: T) =>
  z.object({ pending: each, assigned: each, message: each, chat: each, connection: each, alarm: each })
const soundChoice = z.enum([...SOUND_NAMES, 'none'])
export type SoundChoice = z.output<typeof soundChoice>

/** Minutes after which a ticket that still waits is announced again; 0 is never. */
export const REMINDER_MINUTES = [0, 1, 2, 5, 10] as const
/** For how many minutes waiting customers may be put off, from a notice, the tray or the settings. */
export const SNOOZE_MINUTES = [5, 15, 30, 60] as const

/** Every choice without its default: the shape of a change. */
export const attentionChoices = {
  notices: perKind(z.boolean()),
  sounds: perKind(soundChoice),
  /** One switch that silences every sound. */
  silent: z.boolean(),
  /** What a notice shows: name and words, the name only, or that there is something. */
  privacy: z.enum(['all', 'name', 'nothing']),
  reminderMinutes: z.union([z.literal(0), z.literal(1), z.literal(2), z.literal(5), z.literal(10)]),
  /** What the button of a notice puts off by. */
  snoozeMinutes: z.union([z.literal(5), z.literal(15), z.literal(30), z.literal(60)]),
} as const

const shown = z.boolean().default(true)

export const attentionPreferences = z.object({
  notices: z
    .object({ pending: shown, assigned: shown, message: shown, chat: shown, connection: shown, alarm: shown })
    .prefault({}),
  sounds: z
    .object({
      pending: soundChoice.default('bell'),
      assigned: soundChoice.default('chime'),
      message: soundChoice.default('drop'),
      chat: soundChoice.default('knock'),
      connection: soundChoice.default('low'),
      alarm: soundChoice.default('bell'),
    })
    .prefault({}),
  silent: attentionChoices.silent.default(false),
  privacy: attentionChoices.privacy.default('all'),
  reminderMinutes: attentionChoices.reminderMinutes.default(5),
  snoozeMinutes: attentionChoices.snoozeMinutes.default(5),
})
export type AttentionPreferences = z.output<typeof attentionPreferences>

export const attentionChange = z
  .object({
    ...attentionChoices,
    notices: attentionChoices.notices.partial(),
    sounds: attentionChoices.sounds.partial(),
  })
  .partial()

/** What main knows of the agent's work and of how it may tell of it. */
export const attentionState = z.object({
  /** Customers who wait in my queues. */
  pending: z.number().int(),
  /** Tickets I attend. */
  mine: z.number().int(),
  /** Those of mine with words I have not read. */
  unread: z.number().int(),
  /** I said that I am away: my colleagues see it, waiting customers are not announced. */
  paused: z.boolean(),
  /** Until when waiting customers are not announced, ISO-8601; null when they are. */
  snoozedUntil: z.string().nullable(),
  /** `untried`: none was shown yet; `blocked`: the system took it and did not show it. */
  notices: z.enum(['untried', 'shown', 'blocked', 'unsupported']),
  /** The system's words, when it refused. */
  noticeFailure: z.string().nullable(),
  /** Whether there is a tray icon to come back from. */
  tray: z.boolean(),
})
export type AttentionState = z.output<typeof attentionState>

export const updateState = z.object({
  status: z.enum([
    /** Not updated: run from source, or switched off by the configuration. */
    'off',
    /** Whoever installed it brings new versions (MSI, deb, rpm, a folder of the machine). */
    'administrator',
    'idle',
    'checking',
    'downloading',
    /** Ready, and nothing is in its way. */
    'ready',
    /** Ready, but a recording or a message that is leaving would be interrupted. */
    'waiting',
    'failed',
    /** Nothing of the new version came for so long that its download was ended. */
    'stalled',
  ]),
  /** The version found, null when none is known. */
  version: z.string().nullable(),
  /** 0 to 1 while downloading. */
  progress: z.number().nullable(),
  /** Why it failed, in the updater's words. */
  failure: z.string().nullable(),
  /** ISO-8601 of the last completed check. */
  checkedAt: z.string().nullable(),
})
export type UpdateState = z.output<typeof updateState>

/** Where the gateway serves the shipped sounds from: `/local/sounds/bell.wav`. */
export const LOCAL_SOUNDS_PATH = '/local/sounds'
/** Where main serves contacts' pictures that lie on other hosts (electron/main/gateway/pictures.ts). */
export const LOCAL_PICTURES_PATH = '/local/pictures'
