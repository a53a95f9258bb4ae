/** Articles of the company's knowledge. */
import { z } from 'zod'
import { ARTICLE_LIMITS } from '../articles'
import { SEARCH_MAX_CHARS } from '../constants'
import { article, articleProposal, articleVersion } from '../entities'
import {
  day,
  line,
  pageNumber,
  rowIds,
  searchParam,
  textId,
  textIdOrNone,
  token,
  upTo,
  words,
} from '../requests'
import { flag, hasMore, listOf, rowCount } from '../scalars'
import { crud } from './crud'
import { done, endpoint } from './define'

const { title, text, tag, tags, documentBytes } = ARTICLE_LIMITS

const fields = {
  title: line(title.max, 'Too Long!').min(title.min, 'Too Short!'),
  text: words(text).trim().min(1, 'Obrigatório'),
  queueIds: rowIds,
  tags: upTo(tags, line(tag).min(1)),
  validUntil: day.nullable(),
}
export const articleForm = z.object({
  ...fields,
  queueIds: fields.queueIds.default([]),
  tags: fields.tags.default([]),
  validUntil: fields.validUntil.default(null),
})
/** What other programs change: what they leave out stays, or an article of one queue would become everybody's. */
export const articleChange = z.strictObject(fields).partial()

const filters = {
  searchParam,
  /** 0: those of no queue. */
  queueId: textIdOrNone.optional(),
  holds: z.enum(['yes', 'no']).optional(),
}

const EDIT = 'knowledge:edit'
const MISSING = 'ERR_NO_ARTICLE_FOUND'

export const articleEndpoints = {
  'articles.page': endpoint('GET', '/articles', {
    summary: 'Articles the caller may read by title, paged and searched; of one queue, or those that hold',
    access: 'member',
    query: () => z.object({ ...filters, pageNumber }),
    response: () => z.object({ records: listOf('articles.page', article), count: rowCount, hasMore }),
  }),
  'articles.find': endpoint('GET', '/articles/found', {
    summary:
      'Articles that hold and that the caller may read, by their words, best first; of a ticket’s queue',
    access: 'member',
    query: () => z.object({ words: line(SEARCH_MAX_CHARS).default(''), ticketId: textId.optional() }),
    response: () => listOf('articles.find', article),
    errors: ['ERR_NO_TICKET_FOUND', 'ERR_NO_PERMISSION'],
  }),
  'articles.export': endpoint('GET', '/articles/export', {
    summary:
      'Articles as a ZIP of Markdown files that can be read back: all the caller may read, or those of a search',
    access: EDIT,
    query: () => z.object(filters),
    // A stream of bytes.
    response: () => z.unknown(),
    raw: true,
    errors: ['ERR_NO_PERMISSION'],
  }),
  ...crud('articles', '/articles', {
    access: EDIT,
    reads: 'member',
    record: article,
    form: articleForm,
    get: ['One article the caller may read', MISSING],
    create: ['Add an article', 'ERR_NO_PERMISSION', 'ERR_NO_QUEUE_FOUND'],
    update: [
      'Change an article; what it said stays as a version',
      MISSING,
      'ERR_NO_PERMISSION',
      'ERR_NO_QUEUE_FOUND',
    ],
    remove: ['Delete an article with its versions', MISSING, 'ERR_NO_PERMISSION'],
  }),
  'articles.versions': endpoint('GET', '/articles/:id/versions', {
    summary: 'What an article said before, newest first, and who saved it',
    access: EDIT,
    response: () => listOf('articles.versions', articleVersion),
    errors: [MISSING, 'ERR_NO_PERMISSION'],
  }),
  'articles.read': endpoint('POST', '/articles/read', {
    summary:
      'Read a PDF, DOCX, HTML, Markdown or text file, a ZIP of Markdown files, or a web page, as articles; nothing is kept',
    access: EDIT,
    multipart: { fileField: 'file', maxFiles: 1, maxBytes: documentBytes },
    body: () => z.object({ url: token(2_000).optional() }),
    response: () =>
      z.object({
        sections: listOf(
          'articles.read',
          z.object({
            title: z.string(),
            text: z.string(),
            /** Where the file says so, as exported ones do. */
            about: z
              .object({
                queueIds: z.array(z.number()),
                /** Names of queues that are not here. */
                unknownQueues: z.array(z.string()),
                tags: z.array(z.string()),
                validUntil: z.string().nullable(),
              })
              .optional(),
          }),
        ),
        /** It is longer than what is taken. */
        isCut: flag,
      }),
    errors: [
      'ERR_NO_PERMISSION',
      'ERR_FILE_TOO_LARGE',
      'ERR_UNREADABLE_DOCUMENT',
      'ERR_ADDRESS_NOT_ALLOWED',
      'ERR_TOO_MANY_ATTEMPTS',
    ],
  }),
  'articleProposals.page': endpoint('GET', '/article-proposals', {
    summary: 'Articles proposed from resolved conversations that the caller may see, newest first, paged',
    access: EDIT,
    query: () => z.object({ pageNumber }),
    response: () =>
      z.object({ records: listOf('articleProposals.page', articleProposal), count: rowCount, hasMore }),
    errors: ['ERR_NO_PERMISSION'],
  }),
  'articleProposals.accept': endpoint('POST', '/article-proposals/:id/article', {
    summary: 'Make an article of a proposal, as it is given here',
    access: EDIT,
    body: articleForm,
    response: article,
    errors: [MISSING, 'ERR_NO_PERMISSION', 'ERR_NO_QUEUE_FOUND'],
  }),
  'articleProposals.remove': endpoint('DELETE', '/article-proposals/:id', {
    summary: 'Drop a proposal; its conversation is not asked about again',
    access: EDIT,
    response: done,
    errors: [MISSING, 'ERR_NO_PERMISSION'],
  }),
} as const
