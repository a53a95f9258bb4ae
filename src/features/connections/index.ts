/** /connections: the WhatsApp numbers of the company, how they do, and what is said through them. */
export { ConnectionsScreen } from './connections-screen'
