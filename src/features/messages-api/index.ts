/** /messages-api: how other programs send messages, and how they learn what happens (specification 3 section 2). */
export { MessagesApiScreen } from './messages-api-screen'
