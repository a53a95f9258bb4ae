/** /chats: the team's own conversations (docs/specification.md 3.2 and 3.4). */
export { ChatsScreen } from './chats-screen'
