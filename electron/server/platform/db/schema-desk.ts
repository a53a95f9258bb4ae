/** What the desk stores besides tickets and messages. */
import { type Mentioned, type Step, TICKET_ORDERS, type ViewConditions } from '@contract'
import { index, integer, primaryKey, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { countedKey, instant, now, partOf } from './columns'
import { contacts, tickets } from './schema-conversation'
import { companyId, users } from './schema-organisation'

/** Views (src/contract/saved-views.ts). */
export const savedViews = sqliteTable(
  'saved_views',
  {
    id: countedKey('id'),
    companyId: companyId(),
    /** Its owner. Shared views stay when that person is gone. */
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    name: text('name').notNull(),
    conditions: text('conditions', { mode: 'json' }).$type<ViewConditions>().notNull(),
    order: text('sort', { enum: TICKET_ORDERS }).notNull(),
    /** JSON: null, or the queues whose members see it; an empty list means everybody. */
    sharedWith: text('shared_with', { mode: 'json' }).$type<readonly number[]>(),
    createdAt: instant('created_at').notNull().$defaultFn(now),
  },
  t => [index('saved_views_company').on(t.companyId, t.id), index('saved_views_user').on(t.userId)],
)

/** Each person's order of views. */
export const savedViewOrders = sqliteTable(
  'saved_view_orders',
  {
    userId: integer('user_id')
      .primaryKey()
      .references(() => users.id, { onDelete: 'cascade' }),
    companyId: companyId(),
    ids: text('ids', { mode: 'json' }).$type<readonly number[]>().notNull(),
  },
  t => [index('saved_view_orders_company').on(t.companyId)],
)

/** Macros (src/contract/macros.ts). */
export const macros = sqliteTable(
  'macros',
  {
    id: countedKey('id'),
    companyId: companyId(),
    /** Its owner. Shared macros stay when that person is gone. */
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    name: text('name').notNull(),
    steps: text('steps', { mode: 'json' }).$type<readonly Step[]>().notNull(),
    /** JSON, as of a view. */
    sharedWith: text('shared_with', { mode: 'json' }).$type<readonly number[]>(),
    createdAt: instant('created_at').notNull().$defaultFn(now),
  },
  t => [index('macros_company').on(t.companyId, t.name), index('macros_user').on(t.userId)],
)

/** The state of a ticket before it was resolved, for a moment (tickets/undo-resolve.ts). */
export const resolveUndos = sqliteTable(
  'resolve_undos',
  {
    ticketId: integer('ticket_id')
      .primaryKey()
      .references(() => tickets.id, { onDelete: 'cascade' }),
    companyId: companyId(),
    /** Who resolved it. */
    userId: partOf('user_id', () => users.id),
    at: instant('at').notNull(),
    /** JSON. */
    before: text('before').notNull(),
    /** Whether the customer gets a closing message once the resolve can no longer be undone. */
    saysAfter: integer('says_after', { mode: 'boolean' }).notNull().default(false),
  },
  t => [
    index('resolve_undos_at').on(t.at),
    index('resolve_undos_company').on(t.companyId),
    index('resolve_undos_user').on(t.userId),
  ],
)

/** Who is running a macro on a ticket (tickets/macro-runs.ts). */
export const macroRuns = sqliteTable(
  'macro_runs',
  {
    ticketId: integer('ticket_id')
      .primaryKey()
      .references(() => tickets.id, { onDelete: 'cascade' }),
    companyId: companyId(),
    userId: partOf('user_id', () => users.id),
    at: instant('at').notNull(),
  },
  t => [index('macro_runs_company').on(t.companyId), index('macro_runs_user').on(t.userId)],
)

/** Tickets people pin to the top of their lists. */
export const ticketPins = sqliteTable(
  'ticket_pins',
  {
    userId: partOf('user_id', () => users.id),
    ticketId: partOf('ticket_id', () => tickets.id),
    companyId: companyId(),
    at: instant('at').notNull(),
  },
  t => [
    primaryKey({ columns: [t.userId, t.ticketId] }),
    index('ticket_pins_ticket').on(t.ticketId),
    index('ticket_pins_company').on(t.companyId),
  ],
)

/** Reminders; a finished one is deleted. */
export const reminders = sqliteTable(
  'reminders',
  {
    id: countedKey('id'),
    companyId: companyId(),
    userId: partOf('user_id', () => users.id),
    ticketId: partOf('ticket_id', () => tickets.id),
    messageId: text('message_id'),
    note: text('note').notNull().default(''),
    dueAt: instant('due_at').notNull(),
    createdAt: instant('created_at').notNull().$defaultFn(now),
  },
  t => [
    index('reminders_user').on(t.userId, t.dueAt),
    index('reminders_ticket').on(t.ticketId),
    index('reminders_company').on(t.companyId),
  ],
)

export const ticketNotes = sqliteTable(
  'ticket_notes',
  {
    id: countedKey('id'),
    companyId: companyId(),
    note: text('note').notNull(),
    ticketId: integer('ticket_id').references(() => tickets.id, { onDelete: 'cascade' }),
    contactId: integer('contact_id').references(() => contacts.id, { onDelete: 'cascade' }),
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** Set on a note: the message it refers to. */
    messageId: text('message_id'),
    /** The people it names, by their names then. */
    mentions: text('mentions', { mode: 'json' }).$type<Mentioned[]>().notNull().default([]),
    createdAt: instant('created_at').notNull().$defaultFn(now),
    updatedAt: instant('updated_at').notNull().$defaultFn(now),
  },
  t => [
    index('ticket_notes_ticket').on(t.ticketId, t.id),
    index('ticket_notes_contact').on(t.contactId, t.id),
  ],
)

/** Who was mentioned in a note; a mentioned queue means its members at that time. */
export const mentions = sqliteTable(
  'mentions',
  {
    id: countedKey('id'),
    companyId: companyId(),
    noteId: partOf('note_id', () => ticketNotes.id),
    ticketId: partOf('ticket_id', () => tickets.id),
    userId: partOf('user_id', () => users.id),
    /** The queue that was mentioned; null where the person was. */
    queueName: text('queue_name'),
    readAt: instant('read_at'),
    doneAt: instant('done_at'),
    createdAt: instant('created_at').notNull().$defaultFn(now),
  },
  t => [
    index('mentions_user').on(t.userId, t.id),
    index('mentions_ticket').on(t.ticketId, t.userId),
    index('mentions_note').on(t.noteId),
    index('mentions_company').on(t.companyId),
  ],
)
