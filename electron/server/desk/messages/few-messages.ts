/** Joins automatic texts into as few messages as possible, on connections where an administrator wants it. */
import { type JoinableLine, joinLines } from '@contract'
import type { Reader } from '../../platform/db/client'
import { whatsappOf } from '../../platform/db/company-rows'
import type { Workspace } from '../../workspace'
import type { TicketRow } from '../tickets/visibility'

/** Whether a ticket's number is charged by message, and automatic texts that leave by it are to be joined. */
export async function joinsTexts(
  app: Workspace,
  db: Reader,
  { companyId, whatsappId }: Pick<TicketRow, 'companyId' | 'whatsappId'>,
): Promise<boolean> {
  if (whatsappId === null) return false
  const { provider, joinsTexts } = await whatsappOf(db, companyId, whatsappId)
  return joinsTexts && (app.channel.capabilitiesOf(provider)?.includes('pricedMessages') ?? false)
}

/** The messages in which texts that are to be sent one after the other leave: joined where the connection is set so. */
export async function inFewMessages<T extends JoinableLine>(
  app: Workspace,
  db: Reader,
  ticket: Pick<TicketRow, 'companyId' | 'whatsappId'>,
  lines: readonly T[],
): Promise<readonly T[]> {
  return lines.length > 1 && (await joinsTexts(app, db, ticket)) ? joinLines(lines) : lines
}
