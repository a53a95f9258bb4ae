/** /messages-api: how other programs send messages, and how they learn what happens (docs/specification.md 3.2). */
export { MessagesApiScreen } from './messages-api-screen'
