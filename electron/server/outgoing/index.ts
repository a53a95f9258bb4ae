/** The way out: a durable outbox in front of the channel. Whoever sends stores a message (messages/rows.ts) and hands it over here. */
export { handOverAgain, handOverInTurn, surelyFailed, UNSURE } from './hand-over'
export { prune, waitingSince } from './jobs'
export { resume } from './resume'
