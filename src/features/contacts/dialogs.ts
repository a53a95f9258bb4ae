/** The dialog of a contact, as other areas open it. */
import { onDemand } from '@/ui'

export const ContactDialog = onDemand(async () => (await import('./contact-dialog')).ContactDialog)
