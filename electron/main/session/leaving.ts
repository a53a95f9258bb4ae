/** What leads out of a session, step by step. Pure. */
import type { SessionState } from '../../../src/contract'

/** What has to go when a session ends, in the order it goes. */
export const ENDING_STEPS = [
  'socket',
  'server',
  'windows',
  'notifications',
  'badge',
  'data',
  'storage',
  'secret',
] as const
export type EndingStep = (typeof ENDING_STEPS)[number]
/** `revoke` notifies the server, `erase` empties the vault. */
export type LeavingStep = EndingStep | 'revoke' | 'erase'
export type EndReason = Exclude<SessionState['reason'], 'none'>

/** What goes when another server is chosen: everything that shows the old one, nothing that is kept for it. */
const KEPT_STEPS: readonly EndingStep[] = ['server', 'data', 'secret']

/** The steps that lead out of a session, in order. A server is notified only of a sign-out the person asked for. */
export function leavingSteps(to: 'signedOut' | 'starting', reason: EndReason): LeavingStep[] {
  if (to === 'starting') return ENDING_STEPS.filter(each => !KEPT_STEPS.includes(each))
  return ENDING_STEPS.flatMap((each): LeavingStep[] => {
    if (each === 'server' && reason === 'signedOut') return ['revoke', each]
    return each === 'secret' ? [each, 'erase'] : [each]
  })
}
