/** What the copilot of this computer was asked: counted against the month's ceiling, kept without a word of it. */
import {
  COPILOT_LIMITS,
  type CopilotFeature,
  type CopilotOutcome,
  type CopilotSettings,
} from '../../../src/contract'
import type { CountedCall } from '../../copilot/ask'
import { costOf, MICROS, shareOf, type Usage } from '../../copilot/ceiling'
import type { LocalDb } from '../local-db/local-db'
import { CopilotRefusal } from './refusal'
import type { Provider } from './settings'

export interface LocalCalls {
  /** Since the month began on this computer. */
  used(): Promise<CopilotSettings['used']>
  /**
   * Begins a question: what it may use at the most counts until it has ended.
   * @throws CopilotRefusal ERR_COPILOT_CEILING, ERR_NO_PERMISSION for nobody
   */
  begin(
    settings: Pick<CopilotSettings, 'ceiling' | 'ceilingUnit'>,
    asked: Usage & { provider: Provider; feature: CopilotFeature; ticketId: number },
  ): Promise<CountedCall>
  /** Keeps what became of an answer. @throws CopilotRefusal ERR_NO_PERMISSION for one that was not given to this account. */
  outcome(id: number, outcome: CopilotOutcome, changed: number): Promise<void>
}

/**
 * @param scope the account's number in the file; null for nobody.
 * @param almostUsed is called after each question that leaves the month's ceiling used so far that people are warned of it.
 */
export function createCalls(deps: {
  db: Pick<LocalDb, 'all' | 'write'>
  scope: () => number | null
  almostUsed: () => void
  now?: () => number
}): LocalCalls {
  const { db } = deps
  const now = deps.now ?? Date.now
  const started = now()
  const scopeOf = (): number => {
    const scope = deps.scope()
    if (scope === null) throw new CopilotRefusal('ERR_NO_PERMISSION')
    return scope
  }

  async function used(): Promise<CopilotSettings['used']> {
    const today = new Date(now())
    const first = new Date(today.getFullYear(), today.getMonth(), 1).getTime()
    const counted = (outcome: string) => `coalesce(sum(outcome = '${outcome}'), 0) AS ${outcome}`
    // What was under way when the program ended used nothing that anybody knows of.
    const [row = {}] = (await db.all(
      `SELECT count(*) AS calls, count(cost_micros) AS priced, coalesce(sum(cost_micros), 0) AS micros,
        coalesce(sum(prompt_tokens + completion_tokens), 0) AS tokens, coalesce(sum(seconds), 0) AS seconds,
        ${['taken', 'changed', 'dropped', 'failed'].map(counted).join(', ')}
       FROM copilot_calls
       WHERE scope = ? AND created_at >= ? AND (outcome <> 'asked' OR created_at >= ?)`,
      [scopeOf(), first, started],
    )) as unknown as Partial<Record<string, unknown>>[]
    const of = (name: string): number => Number(row[name] ?? 0)
    return {
      calls: of('calls'),
      tokens: of('tokens'),
      seconds: of('seconds'),
      dollars: of('micros') / MICROS,
      unpriced: of('calls') - of('priced'),
      taken: of('taken'),
      changed: of('changed'),
      dropped: of('dropped'),
      failed: of('failed'),
    }
  }

  return {
    used,
    async begin(settings, asked) {
      const { provider, feature, ticketId, promptTokens, completionTokens, seconds = 0 } = asked
      const began = now()
      const cost = costOf(provider, asked)
      const [inserted] = await db.write([
        {
          sql: `INSERT INTO copilot_calls
            (scope, ticket_id, feature, model, outcome, prompt_tokens, completion_tokens, seconds, cost_micros, created_at)
            VALUES (?, ?, ?, ?, 'asked', ?, ?, ?, ?, ?)`,
          args: [
            scopeOf(),
            ticketId,
            feature,
            provider.model,
            promptTokens,
            completionTokens,
            seconds,
            cost,
            began,
          ],
        },
      ])
      const id = inserted?.lastRow ?? 0
      if ((shareOf(settings, await used()) ?? 0) > 1) {
        await db.write([{ sql: 'DELETE FROM copilot_calls WHERE id = ?', args: [id] }])
        throw new CopilotRefusal('ERR_COPILOT_CEILING')
      }
      return {
        id,
        async end(done) {
          const price = costOf({ ...provider, model: done.model }, done)
          const { outcome, model, seconds = 0 } = done
          await db.write([
            {
              sql: `UPDATE copilot_calls SET outcome = ?, model = ?, prompt_tokens = ?, completion_tokens = ?,
                seconds = ?, cost_micros = ?, milliseconds = ? WHERE id = ?`,
              args: [
                outcome,
                model,
                done.promptTokens,
                done.completionTokens,
                seconds,
                price,
                now() - began,
                id,
              ],
            },
          ])
          const share = shareOf(settings, await used())
          if ((share ?? 0) >= COPILOT_LIMITS.warnAt) deps.almostUsed()
          return share
        },
      }
    },
    async outcome(id, outcome, changed) {
      const [kept] = await db.write([
        {
          sql: `UPDATE copilot_calls SET outcome = ?, changed = ? WHERE id = ? AND scope = ? AND outcome <> 'failed'`,
          args: [outcome, changed, id, scopeOf()],
        },
      ])
      if (!kept?.rowsAffected) throw new CopilotRefusal('ERR_NO_PERMISSION')
    },
  }
}
