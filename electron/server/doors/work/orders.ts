/** What a process does on request of the others (./working.ts). */
import { eq } from 'drizzle-orm'
import { z } from 'zod'
import { attempt } from '../../automation/webhooks/attempt'
import { type Channel, ChannelError } from '../../desk/channel/channel'
import { wakeChecksHere } from '../../desk/contact-lists/checks'
import { sendToChannelInTurn } from '../../desk/outgoing'
import type { Reader } from '../../platform/db/client'
import { messages, tickets } from '../../platform/db/schema'
import type { Orders } from '../../platform/db/work-ownership'
import type { Workspace } from '../../workspace'
import type { SharedChannel } from './shared-channel'

const companyId = z.number()
export const orderShape = z.discriminatedUnion('order', [
  z.object({ companyId, order: z.literal('sendToChannel'), args: z.tuple([z.number()]) }),
  z.object({ companyId, order: z.literal('tryDelivery'), args: z.tuple([z.number()]) }),
  z.object({ companyId, order: z.literal('channel'), args: z.tuple([z.string(), z.array(z.unknown())]) }),
])

export const wakeShape = z.object({
  from: z.number(),
  what: z.discriminatedUnion('job', [
    z.object({ job: z.literal('checks'), afterMs: z.number() }),
    z.object({ job: z.literal('campaign'), id: z.number() }),
    z.object({ job: z.literal('inbox') }),
  ]),
})

const stored = async (db: Reader, seq: number) => {
  const [found] = await db
    .select({ row: messages, ticket: tickets })
    .from(messages)
    .innerJoin(tickets, eq(tickets.id, messages.ticketId))
    .where(eq(messages.seq, seq))
  return found ?? null
}

/** Builds them. @param workspace read at each call. */
export function ordersOf(workspace: () => Workspace, channel: Pick<SharedChannel, 'carryOut'>): Orders {
  return {
    async sendToChannel(seq) {
      const app = workspace()
      const found = await stored(app.db, seq)
      if (!found || found.row.isDeleted) return
      await sendToChannelInTurn(app, found.ticket, found.row)
      // It may have been handed over already, by a later message of its conversation or by the resumed outbox.
      const failure = (await stored(app.db, seq))?.row.failure ?? null
      if (failure !== null && found.row.failure === null)
        throw new ChannelError(failure as ConstructorParameters<typeof ChannelError>[0])
    },
    tryDelivery: id => attempt(workspace(), id),
    channel: (call, args) => channel.carryOut(call, args),
  }
}

/** Wakes a job of this process. */
export function wakeHere(app: Workspace, own: Channel, what: z.output<typeof wakeShape>['what']): void {
  if (what.job === 'inbox') own.wake?.()
  else if (what.job === 'checks') wakeChecksHere(app, what.afterMs)
  else app.memory.idleCampaigns.delete(what.id)
}
