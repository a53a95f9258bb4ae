import { z } from 'zod'
import { flag, id, instant, listOf, maybeText, name, text } from '../scalars'

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

/** An article that is proposed from a conversation and that nobody has decided about. */
export const articleProposal = z.object({
  id,
  title: name,
  text,
  queueIds: listOf('articleProposal.queueIds', id),
  /** The conversation: its address and its protocol number. */
  ticketUuid: text,
  ticketCode: text,
  /** What the model was given. */
  sent: text,
  simulated: flag,
  createdAt: instant,
})
export type ArticleProposal = z.output<typeof articleProposal>
