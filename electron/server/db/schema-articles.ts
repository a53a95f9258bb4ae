/** Articles of companies' knowledge. */
import { index, integer, sqliteTable, text } from 'drizzle-orm/sqlite-core'
import { countedKey, instant, now } from './columns'
import { companies, users } from './schema-organisation'

const companyId = () =>
  integer('company_id')
    .notNull()
    .references(() => companies.id, { onDelete: 'cascade' })

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
    articleId: integer('article_id')
      .notNull()
      .references(() => articles.id, { onDelete: 'cascade' }),
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
