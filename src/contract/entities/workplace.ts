/** Announcements, internal chats and dashboard figures. */
import { z } from 'zod'
import {
  figure,
  flag,
  id,
  instant,
  listOf,
  maybe,
  maybeFigure,
  maybeId,
  maybeName,
  maybeText,
  name,
  text,
} from '../scalars'
import { userRef } from './organisation'

/** Priorities: 1 red, 2 orange, 3 grey. */
export const announcement = z.object({
  id,
  title: name,
  text,
  priority: figure,
  status: z
    .boolean()
    .nullish()
    .transform((v): boolean => v ?? true),
  mediaPath: maybeText,
  mediaName: maybeName,
  createdAt: instant,
})
export type Announcement = z.output<typeof announcement>

export const chatMember = z.object({ userId: maybeId, unreads: figure, user: maybe(userRef) })
export const chat = z.object({
  id,
  uuid: text,
  title: name,
  ownerId: maybeId,
  lastMessage: text,
  updatedAt: instant,
  users: listOf('chat.users', chatMember),
})
export type Chat = z.output<typeof chat>

/**
 * Whether somebody changes and deletes a chat: its owner; once the owner is no user any
 * more, admins who are members.
 */
export const managesChat = (
  who: { id: number; profile: string },
  chat: { ownerId?: number | null | undefined },
): boolean => chat.ownerId === who.id || ((chat.ownerId ?? null) === null && who.profile === 'admin')

export const chatMessage = z.object({
  id,
  chatId: id,
  senderId: maybeId,
  sender: maybe(userRef),
  message: text,
  mediaPath: maybeText,
  mediaName: maybeName,
  /** Id the sending console gave it; null from servers that keep none. */
  clientId: maybeText,
  createdAt: instant,
})
export type ChatMessage = z.output<typeof chatMessage>

/** Times in minutes; null when there was nothing to average. */
export const dashboardCounters = z.object({
  supportHappening: figure,
  supportPending: figure,
  supportFinished: figure,
  leads: figure,
  avgSupportTime: maybeFigure,
  avgWaitTime: maybeFigure,
  totalWhatsappSessions: figure,
  totalCompanies: figure,
})
export type DashboardCounters = z.output<typeof dashboardCounters>

/** A median, and of how many; null of fewer than ten, which would tell of single people. */
const median = z.object({ median: maybeFigure, count: figure })

/** What the copilot did in a period (docs/assistant.md says how it is counted). */
export const copilotFigures = z.object({
  taken: figure,
  changed: figure,
  dropped: figure,
  /** Percentage of the letters, of the suggestions that were changed. */
  changedPercent: median,
  /** Seconds from accepting a ticket to the agent's first message. */
  firstAnswerWith: median,
  firstAnswerWithout: median,
  transcripts: figure,
  /** Tickets about which a model was asked. */
  tickets: figure,
  tokensPerTicket: figure,
  /** Of the calls whose price is known; null where none is. */
  dollarsPerTicket: maybeFigure,
  /** Calls whose price is not known. */
  unpriced: figure,
})
export type CopilotFigures = z.output<typeof copilotFigures>

/** rating 1 to 3 (Insatisfeito, Satisfeito, Muito Satisfeito); null without ratings. */
export const attendant = z.object({
  id: maybeId,
  name,
  rating: maybeFigure,
  tickets: maybeFigure,
  avgSupportTime: maybeFigure,
  online: flag,
})
export type Attendant = z.output<typeof attendant>
