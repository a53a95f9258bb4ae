import { onDemand } from '@/ui'

/** What stands right of a conversation: `<TicketsScreen contactPanel={ContactPanel} />`. Loaded with the first one. */
export const ContactPanel = onDemand(async () => (await import('./contact-panel')).ContactPanel)
