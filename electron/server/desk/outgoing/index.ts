/** The way out: a durable outbox in front of the channel. Whoever sends stores a message (messages/rows.ts) and hands it over here. */

export { prune, waitingSince } from './jobs'
export { resume } from './resume'
export { resendToChannel, sendToChannelInTurn, surelyFailed, UNSURE } from './send-to-channel'
