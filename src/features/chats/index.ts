/** /chats: the team's own conversations (specification 3 sections 2 and 4). */
export { ChatsScreen } from './chats-screen'
