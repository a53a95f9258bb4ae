/** How often proposals of the copilot were right, and which kinds it may therefore apply by itself. */
import {
  COPILOT_LIMITS,
  type CopilotSettings,
  PROPOSAL_KINDS,
  type ProposalKind,
  standingOf,
} from '@contract'
import { and, count, eq, gt, ne, sql } from 'drizzle-orm'
import type { Reader } from '../../platform/db/client'
import { type copilotSettings, ticketProposals } from '../../platform/db/schema'

type Bars = Pick<typeof copilotSettings.$inferSelect, 'companyId' | 'alone'>

const DAY_MS = 86_400_000

/** How often proposals were right, by kind: since the first one, and lately. */
export async function proposalFigures(db: Reader, companyId: number): Promise<CopilotSettings['proposals']> {
  const { days } = COPILOT_LIMITS.alone
  const since = new Date(Date.now() - days * DAY_MS).toISOString()
  const rows = await db
    .select({
      kind: ticketProposals.kind,
      outcome: ticketProposals.outcome,
      count: count(),
      lately: sql<number>`count(*) filter (where ${gt(ticketProposals.updatedAt, since)})`.mapWith(Number),
    })
    .from(ticketProposals)
    .where(and(eq(ticketProposals.companyId, companyId), ne(ticketProposals.outcome, 'open')))
    .groupBy(ticketProposals.kind, ticketProposals.outcome)
  return PROPOSAL_KINDS.map(kind => {
    const own = rows.filter(row => row.kind === kind)
    const of = (outcome: string) => own.find(row => row.outcome === outcome)
    return {
      kind,
      confirmed: of('confirmed')?.count ?? 0,
      changed: of('changed')?.count ?? 0,
      dropped: of('dropped')?.count ?? 0,
      lately: {
        decided: own.reduce((sum, { lately }) => sum + lately, 0),
        right: of('confirmed')?.lately ?? 0,
      },
    }
  })
}

/** The kinds with that accuracy. Nothing is counted where no threshold is set. */
async function kindsThat(db: Reader, row: Bars, standing: 'alone' | 'stopped'): Promise<ProposalKind[]> {
  if (Object.values(row.alone).every(bar => bar === null)) return []
  const figures = await proposalFigures(db, row.companyId)
  return figures
    .filter(({ kind, lately }) => {
      const bar = row.alone[kind] ?? null
      return bar !== null && standingOf(bar, lately) === standing
    })
    .map(({ kind }) => kind)
}

/** Kinds of proposals the copilot of a company may apply by itself. */
export const autoApplyKinds = (db: Reader, row: Bars): Promise<ProposalKind[]> => kindsThat(db, row, 'alone')

/** Kinds it no longer applies by itself, because too few were right. */
export const stoppedKinds = (db: Reader, row: Bars): Promise<ProposalKind[]> => kindsThat(db, row, 'stopped')
