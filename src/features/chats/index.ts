/** /chats: the team's own conversations. */
export { ChatsScreen } from './chats-screen'
