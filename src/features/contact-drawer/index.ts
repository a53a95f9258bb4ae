/** What stands right of a conversation: `<TicketsScreen contactPanel={ContactPanel} />`. */
export { ContactPanel } from './contact-panel'
