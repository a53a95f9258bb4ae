import { z } from 'zod'
import { id, instant, listOf, maybeText, name, text } from '../scalars'

const content = {
  title: name,
  text,
  /** None: everybody's. */
  queueIds: listOf('article.queueIds', id),
  tags: listOf('article.tags', z.string()),
  /** The last day it holds, YYYY-MM-DD; null: for good. */
  validUntil: maybeText,
}

/** An article of the company's knowledge. */
export const article = z.object({ id, ...content, createdAt: instant, updatedAt: instant })
export type Article = z.output<typeof article>

/** What an article said once it was saved, and who saved it. */
export const articleVersion = z.object({ id, ...content, userName: name, createdAt: instant })
export type ArticleVersion = z.output<typeof articleVersion>
