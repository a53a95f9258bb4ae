/** What a batch of customers' messages means for rules; in the write that stores it. */
import { said } from '@contract'
import type { Tx } from '../db/client'
import { type Raised, raise } from '../tickets/raise'
import type { StoredBatch } from './store'

export async function rememberRules(tx: Tx, companyId: number, batch: StoredBatch): Promise<void> {
  const rated = new Set(batch.rated.map(({ id }) => id))
  await raise(tx, companyId, [
    ...[...batch.touched.values()]
      .filter(({ before }) => before === null)
      .map(
        ({ after: { id } }): Raised => ({
          ticketId: id,
          happened: { kind: 'arrives', ours: false },
          cause: { key: `arrives:${id}`, depth: 0 },
        }),
      ),
    ...batch.stored.flatMap(({ seq, ticketId, body }): Raised[] => {
      const cause = { key: `message:${seq}`, depth: 0 }
      if (rated.has(ticketId))
        return [{ ticketId, happened: { kind: 'rated', rate: Number(body.trim()) }, cause }]
      return body === '' ? [] : [{ ticketId, happened: said(body), cause }]
    }),
  ])
}
