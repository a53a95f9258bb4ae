/** Calls the consumers of what happens. */
import { companyEvent } from '@contract'
import type { Tx } from '../../platform/db/client'
import type { Entry } from '../../platform/db/event-log'
import type { Workspace } from '../../workspace'
import type { TicketView } from '../presenters/tickets'
import type { Act } from './consumer'
import type { Kinds } from './kinds'

/** Calls the consumers within the write. @throws what a consumer throws, which undoes the write. */
export async function happened<K extends keyof Kinds>(act: Act, kind: K, what: Kinds[K]): Promise<void> {
  for (const { hears } of act.app.consumers) await hears?.[kind]?.(act, what)
}

/** The ticket a log entry shows to consoles. */
function ticketIn({ companyId, act }: Entry): TicketView | null {
  if (!('emit' in act)) return null
  if (act.emit !== companyEvent(companyId, 'ticket') && act.emit !== companyEvent(companyId, 'appMessage'))
    return null
  return (act.payload as { ticket?: TicketView | null }).ticket ?? null
}

/**
 * Tells consumers at the end of a write which tickets it shows to consoles.
 * @param entries the write's entries for consoles.
 */
export async function tellShown(app: Workspace, tx: Tx, entries: readonly Entry[]): Promise<void> {
  const companies = new Map<number, Map<number, TicketView[]>>()
  for (const entry of entries) {
    const view = ticketIn(entry)
    if (!view) continue
    const shown = companies.get(entry.companyId) ?? new Map<number, TicketView[]>()
    companies.set(entry.companyId, shown)
    shown.set(Number(view.id), [...(shown.get(Number(view.id)) ?? []), view])
  }
  for (const [companyId, shown] of companies) await happened({ app, tx, companyId }, 'shown', shown)
}
