/** Quick messages: what a slash in the composer calls up. */
export { QuickMessagesScreen } from './quick-messages-screen'
