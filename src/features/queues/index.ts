/** Queues of the company and their chatbots. */
export { QueueChatbotScreen, QueueDataScreen } from './queue-page'
export { QueuesScreen } from './queues-screen'
