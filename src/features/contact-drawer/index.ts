// Hears from the start which contact a page of messages brings: what loads with the panel would ask for it again.
import '@/stores/contact-panel'
import { onDemand } from '@/ui'

/** What stands right of a conversation: `<TicketsScreen contactPanel={ContactPanel} />`. Loaded with the first one. */
export const ContactPanel = onDemand(async () => (await import('./contact-panel')).ContactPanel)
