/** With whom something is shared: oneself, the people of queues, everybody. */
export { SharedWith, useOwnQueues, useSharedText, useShares } from './shared-with'
