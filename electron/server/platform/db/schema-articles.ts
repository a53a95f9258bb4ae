/** Articles of companies' knowledge. */
import { index, integer, sqliteTable, text, uniqueIndex } from 'drizzle-orm/sqlite-core'
import { countedKey, instant, now, partOf } from './columns'
import { vectorOf } from './engine/vectors'
import { tickets } from './schema-conversation'
import { companyId, users } from './schema-organisation'

const content = () => ({
  title: text('title').notNull(),
  text: text('text').notNull(),
  /** JSON. Empty: for everybody. A deleted queue stays listed, so that an article never becomes public by itself. */
  queueIds: text('queue_ids', { mode: 'json' }).$type<number[]>().notNull(),
  /** JSON. */
  tags: text('tags', { mode: 'json' }).$type<string[]>().notNull(),
  /** The last day it is valid, YYYY-MM-DD. */
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

/** Every saved version of each article, including the present one. */
export const articleVersions = sqliteTable(
  'article_versions',
  {
    id: countedKey('id'),
    companyId: companyId(),
    articleId: partOf('article_id', () => articles.id),
    userId: integer('user_id').references(() => users.id, { onDelete: 'set null' }),
    /** Stays when the person is gone. */
    userName: text('user_name').notNull().default(''),
    ...content(),
    createdAt: instant('created_at').notNull().$defaultFn(now),
  },
  t => [
    index('article_versions_article').on(t.articleId, t.id),
    index('article_versions_company').on(t.companyId),
  ],
)

/** Pieces of articles with vectors of their meaning, where a company names a model for them. */
export const articlePieces = sqliteTable(
  'article_pieces',
  {
    id: countedKey('id'),
    companyId: companyId(),
    articleId: partOf('article_id', () => articles.id),
    /** The position in the article's text where it begins. */
    at: integer('at').notNull(),
    /** Of the words it was made of. */
    hash: text('hash').notNull(),
    /** The model and its address: only vectors of one model can be compared. */
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

/** Articles proposed from ended conversations; one row for each conversation that was asked about. */
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
    /** The text the model was given. */
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
