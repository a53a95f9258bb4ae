/** /messages-api: how other programs send messages, and how they learn what happens. */
export { MessagesApiScreen } from './messages-api-screen'
