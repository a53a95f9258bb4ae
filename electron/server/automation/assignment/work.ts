/** Hands out tickets after each change of a ticket, a person or a queue, whichever process made it, and regularly. */
import { and } from 'drizzle-orm'
import type { Consumer } from '../../desk/happenings/consumer'
import { queues } from '../../platform/db/schema'
import { assignNow } from './assign'
import { assigning } from './people'

/** Gives waiting tickets to people who are present and have room. */
export const handingOut: Consumer = {
  name: 'assignment',
  follows: {
    job: 'ticket.assign',
    everyMs: 2_000,
    hears: ['ticket', 'user', 'queue'],
    async companies({ db, work }) {
      const rows = await db
        .selectDistinct({ companyId: queues.companyId })
        .from(queues)
        .where(and(assigning, work.ownedCompanies(queues.companyId)))
      return rows.map(({ companyId }) => companyId)
    },
    work: (app, { companyId }) => assignNow(app, companyId),
  },
}
