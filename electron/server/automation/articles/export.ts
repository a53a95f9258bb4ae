/** Articles as Markdown files in a ZIP, and what such a file says in the words of this company. */
import { Readable } from 'node:stream'
import { fold, type ResponseOut } from '@contract'
import { asc, eq, type SQL } from 'drizzle-orm'
import { ZipFile } from 'yazl'
import type { Section } from '../../../documents/blocks'
import { markdownOf } from '../../../documents/front-matter'
import type { Reader } from '../../platform/db/client'
import { articles, queues } from '../../platform/db/schema'

const queuesOf = (db: Reader, companyId: number) =>
  db.select({ id: queues.id, name: queues.name }).from(queues).where(eq(queues.companyId, companyId))

/** A title made safe as a file name on every system. */
const fileNameOf = (title: string): string =>
  title
    .replace(/[\p{Cc}<>:"/\\|?*]+/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
    .slice(0, 80)
    .replace(/[. ]+$/, '') || 'artigo'

/** Makes the ZIP while it is read, so that one article at a time is in memory. @param which articles. */
export async function articlesZip(db: Reader, companyId: number, which: SQL | undefined): Promise<Readable> {
  const names = new Map((await queuesOf(db, companyId)).map(({ id, name }) => [id, name]))
  const rows = await db
    .select({ id: articles.id, title: articles.title })
    .from(articles)
    .where(which)
    .orderBy(asc(articles.id))
  const zip = new ZipFile()
  const taken = new Map<string, number>()
  for (const { id, title } of rows) {
    const name = fileNameOf(title)
    const times = (taken.get(fold(name)) ?? 0) + 1
    taken.set(fold(name), times)
    zip.addReadStreamLazy(`${name}${times > 1 ? ` (${times})` : ''}.md`, {}, give => {
      db.select()
        .from(articles)
        .where(eq(articles.id, id))
        .then(
          ([row]) => {
            // An article deleted meanwhile becomes an empty file, which is not an article.
            const file = row
              ? markdownOf(
                  { ...row, queues: row.queueIds.map(queue => names.get(queue) ?? `${queue}`) },
                  row.text,
                )
              : ''
            give(null, Readable.from([Buffer.from(file)]))
          },
          (error: unknown) => give(error, null as never),
        )
    })
  }
  zip.end()
  const out = zip.outputStream as Readable
  // A read error ends the file; nothing else would report it.
  zip.on('error', (error: Error) => out.destroy(error))
  return out
}

/** Sections with the ids of the queues they name. */
export async function ofThisCompany(
  db: Reader,
  companyId: number,
  sections: readonly Section[],
): Promise<ResponseOut<'articles.read'>['sections']> {
  if (!sections.some(({ about }) => about)) return sections.map(({ title, text }) => ({ title, text }))
  const ids = new Map((await queuesOf(db, companyId)).map(({ id, name }) => [fold(name), id]))
  return sections.map(({ about, ...section }) => {
    if (!about) return section
    const { queues: named, tags, validUntil } = about
    return {
      ...section,
      about: {
        queueIds: named.flatMap(name => ids.get(fold(name)) ?? []),
        unknownQueues: named.filter(name => !ids.has(fold(name))),
        tags,
        validUntil,
      },
    }
  })
}
