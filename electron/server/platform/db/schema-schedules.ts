/** Messages to be sent later. Every row names its company. */
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { countedKey, instant, now, partOf } from './columns'
import { contacts, tickets } from './schema-conversation'
import { companyId, users } from './schema-organisation'

export const schedules = sqliteTable(
  'schedules',
  {
    id: countedKey('id'),
    companyId: companyId(),
    body: text('body').notNull(),
    sendAt: instant('send_at').notNull(),
    sentAt: instant('sent_at'),
    /** PENDENTE waits for its time, AGENDADA is due, ENVIADA left, ERRO failed. */
    status: text('status', { enum: ['PENDENTE', 'AGENDADA', 'ENVIADA', 'ERRO'] })
      .notNull()
      .default('PENDENTE'),
    /** For AGENDADA: nothing has left because the number is down; it can still be changed or deleted. */
    waitsForNumber: integer('waits_for_number', { mode: 'boolean' }).notNull().default(false),
    contactId: partOf('contact_id', () => contacts.id),
    /** The conversation it was written from. */
    ticketId: integer('ticket_id').references(() => tickets.id, { onDelete: 'set null' }),
    /** Who wrote it. */
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    mediaFile: text('media_file'),
    mediaName: text('media_name'),
    mediaMime: text('media_mime'),
    mediaSize: integer('media_size'),
    mediaWidth: integer('media_width'),
    mediaHeight: integer('media_height'),
    /** How often a failed one was retried; each retry is a message of its own. */
    attempt: integer('attempt').notNull().default(0),
    createdAt: instant('created_at').notNull().$defaultFn(now),
    updatedAt: instant('updated_at').notNull().$defaultFn(now),
  },
  t => [
    index('schedules_due').on(t.status, t.sendAt),
    index('schedules_company').on(t.companyId, t.createdAt),
    index('schedules_contact').on(t.contactId, t.sendAt),
    index('schedules_company_send').on(t.companyId, t.sendAt),
    index('schedules_company_status').on(t.companyId, t.status, t.createdAt),
    index('schedules_ticket').on(t.ticketId),
  ],
)
