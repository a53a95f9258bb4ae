/** Articles of companies' knowledge. */
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { countedKey, instant, now, partOf } from './columns'
import { vectorOf } from './engine/vectors'
import { tickets } from './schema-conversation'
import { companyId, users } from './schema-organisation'

const content = () => ({
  title: text('title').notNull(),
  text: text('text').notNull(),
  /**
   * JSON. None: everybody's. A queue that is gone stays among them: an article of one queue never becomes everybody's by
   * itself.
   */
  queueIds: text('queue_ids', { mode: 'json' }).$type<number[]>().notNull(),
  /** JSON. */
  tags: text('tags', { mode: 'json' }).$type<string[]>().notNull(),
  /** The last day it holds, YYYY-MM-DD. */
  validUntil: text('valid_until'),
})

export const articles = sqliteTable(
  'articles',
  {
    id: countedKey('id'),
    companyId: companyId(),
    ...content(),
    /** Its words, folded; indexed by article_index through triggers. */
    search: text('search').notNull().default(''),
    createdAt: instant('created_at').notNull().$defaultFn(now),
    updatedAt: instant('updated_at').notNull().$defaultFn(now),
  },
  t => [index('articles_company').on(t.companyId, t.title)],
)

/** Each article as it was saved, the present state too. */
export const articleVersions = sqliteTable(
  'article_versions',
  {
    id: countedKey('id'),
    companyId: companyId(),
    articleId: partOf('article_id', () => articles.id),
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** Stays when they have gone. */
    userName: text('user_name').notNull().default(''),
    ...content(),
    createdAt: instant('created_at').notNull().$defaultFn(now),
  },
  t => [
    index('article_versions_article').on(t.articleId, t.id),
    index('article_versions_company').on(t.companyId),
  ],
)

/** Articles in pieces, each with the vector of its meaning, where a company names a model that makes them. */
export const articlePieces = sqliteTable(
  'article_pieces',
  {
    id: countedKey('id'),
    companyId: companyId(),
    articleId: partOf('article_id', () => articles.id),
    /** The letter of the article's text it begins at. */
    at: integer('at').notNull(),
    /** Of the words it was made of. */
    hash: text('hash').notNull(),
    /** Which model's it is, and where: only vectors of one model can be compared. */
    madeBy: text('made_by').notNull(),
    /** `updatedAt` of the article it was made of. */
    madeOf: instant('made_of').notNull(),
    /** Of length 1. */
    vector: vectorOf('vector').notNull(),
  },
  t => [
    index('article_pieces_article').on(t.articleId, t.madeBy, t.madeOf),
    index('article_pieces_company').on(t.companyId, t.id),
  ],
)

/** What is proposed from a conversation that has ended; one for each that was asked about, whatever became of it. */
export const articleProposals = sqliteTable(
  'article_proposals',
  {
    id: countedKey('id'),
    companyId: companyId(),
    ticketId: partOf('ticket_id', () => tickets.id),
    /** `none`: there was nothing to learn. Only an open one has words. */
    state: text('state', { enum: ['open', 'accepted', 'dropped', 'none'] }).notNull(),
    title: text('title').notNull().default(''),
    text: text('text').notNull().default(''),
    /** JSON. */
    queueIds: text('queue_ids', { mode: 'json' }).$type<number[]>().notNull(),
    /** What the model was given. */
    sent: text('sent').notNull().default(''),
    model: text('model').notNull().default(''),
    createdAt: instant('created_at').notNull().$defaultFn(now),
    updatedAt: instant('updated_at').notNull().$defaultFn(now),
  },
  t => [
    uniqueIndex('article_proposals_ticket').on(t.ticketId),
    index('article_proposals_company').on(t.companyId, t.state, t.id),
  ],
)
