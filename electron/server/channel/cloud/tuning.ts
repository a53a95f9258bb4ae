/** Times of the Cloud API channel, in milliseconds unless said otherwise. Tests give their own. */
export interface CloudTuning {
  /** One call. */
  callMs: number
  /** A file up or down. */
  fileMs: number
  /** First pause after "too many" where the API names none; it doubles up to the longest. */
  busyMs: number
  longestBusyMs: number
  /** How often it is looked whether a message whose answer was lost has been heard of. */
  unsureMs: number
  /** How long a message without an answer may be heard of before it is called unsure, from its asking or from the start. */
  graceMs: number
  /** A message that came in is shown without its file when that takes longer. */
  fileShownMs: number
  /** Pauses between tries for a file that came in; then it is said to be missing. */
  fileRetriesMs: readonly number[]
  /** First pause before a number that is not reached is tried again; it doubles up to the longest. */
  reconnectMs: number
  longestReconnectMs: number
  /** Messages a second of one number: what the API takes of an ordinary one. */
  perSecond: number
}

export const CLOUD_TUNING: CloudTuning = {
  callMs: 30_000,
  fileMs: 120_000,
  busyMs: 3_000,
  longestBusyMs: 120_000,
  unsureMs: 5_000,
  graceMs: 180_000,
  fileShownMs: 5_000,
  // Nobody waits for it: an outage of hours is sat out, and Meta keeps files for a week.
  fileRetriesMs: [1_000, 4_000, 15_000, 45_000, 120_000, 600_000, 1_800_000, 3_600_000, 3_600_000, 3_600_000],
  reconnectMs: 5_000,
  longestReconnectMs: 300_000,
  perSecond: 80,
}
