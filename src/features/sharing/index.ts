/** With whom something is shared: oneself, the people of queues, everybody. */
export { SharedWith, sharing, useOwnQueues, useSharedText, useShares } from './shared-with'
