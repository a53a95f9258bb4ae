import { FILE_TUNING, type FileTuning } from '../incoming-files'

/** Times of the Cloud API channel, in milliseconds unless stated otherwise. Tests give their own. */
export interface CloudTuning extends FileTuning {
  /** One call. */
  callMs: number
  /** First pause after "too many" when the API names none; it doubles up to a maximum. */
  busyMs: number
  longestBusyMs: number
  /** How often to check whether an ack has come for a message with a lost answer. */
  unsureMs: number
  /** How long an ack of such a message is awaited before it counts as unsure. */
  graceMs: number
  /** First pause before an unreachable number is retried; it doubles up to a maximum. */
  reconnectMs: number
  longestReconnectMs: number
  /** Messages per second of one number: the API's limit for an ordinary one. */
  perSecond: number
}

export const CLOUD_TUNING: CloudTuning = {
  callMs: 30_000,
  busyMs: 3_000,
  longestBusyMs: 120_000,
  unsureMs: 5_000,
  graceMs: 180_000,
  ...FILE_TUNING,
  reconnectMs: 5_000,
  longestReconnectMs: 300_000,
  perSecond: 80,
}
