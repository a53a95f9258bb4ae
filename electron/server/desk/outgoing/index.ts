/** The way out: a durable outbox in front of the channel. Whoever sends stores a message (messages/rows.ts) and hands it over here. */

export { waitingSince } from './jobs'
export { resume } from './resume'
export { isDefiniteFailure, resendToChannel, sendToChannelInTurn, UNSURE } from './send-to-channel'
