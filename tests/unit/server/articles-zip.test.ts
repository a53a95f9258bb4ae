import { text } from 'node:stream/consumers'
import { expect, it } from 'vitest'
import { articlesZip } from '../../../electron/server/automation/articles/export'
import type { Reader } from '../../../electron/server/platform/db/client'

/** Answers each statement in turn; a failure where one is an Error. */
function readerOf(...answers: (object[] | Error)[]): Reader {
  const statement = {
    from: () => statement,
    where: () => statement,
    orderBy: () => statement,
    // biome-ignore lint/suspicious/noThenProperty: statements are awaited as they are.
    then: (done: (rows: object[]) => unknown, failed: (error: unknown) => unknown) => {
      const answer = answers.shift() ?? []
      return answer instanceof Error
        ? Promise.reject(answer).then(done, failed)
        : Promise.resolve(answer).then(done, failed)
    },
  }
  return { select: () => statement } as unknown as Reader
}

it('a ZIP of articles breaks off with the database, and nothing else does', async () => {
  const lost = readerOf([], [{ id: 1, title: 'Trocas' }], new Error('the database is gone'))
  await expect(text(await articlesZip(lost, 1, undefined))).rejects.toThrow('the database is gone')
})
