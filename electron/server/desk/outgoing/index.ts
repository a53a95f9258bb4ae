/**
 * The way out: a durable outbox in front of the channel. Callers store a message (messages/rows.ts) and hand it over
 * here.
 */

export { waitingSince } from './jobs'
export { resume } from './resume'
export { isDefiniteFailure, resendToChannel, sendToChannelInTurn, UNSURE } from './send-to-channel'
