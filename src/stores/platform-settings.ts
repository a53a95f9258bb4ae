/** Settings of the platform that are forms of their own: how it is paid, and its mail server. The super-administrator's. */
import type { ResponseOut } from '@contract'
import { call } from '@/api'
import { createDirectory, type Directory } from './directory'
import { eventsOf, registerFeed } from './feed'

export type PaymentSettings = ResponseOut<'payments.settings'>
export type MailSettings = ResponseOut<'mail.settings'>

/** One record each, as a list of one. */
export const paymentSettings: Directory<PaymentSettings> = createDirectory(
  'payment-settings',
  async () => [await call('payments.settings')],
  items => items,
)
export const mailSettings: Directory<MailSettings> = createDirectory(
  'mail-settings',
  async () => [await call('mail.settings')],
  items => items,
)

// Secrets never travel in events: who shows the settings asks for them again.
registerFeed({
  name: 'platform-settings',
  applyEvents(events) {
    for (const { part } of eventsOf(events, 'platformSettings')) {
      const changed = part === 'mail' ? mailSettings : paymentSettings
      if (changed.use.getState().status !== 'idle') void changed.reload()
    }
  },
  refetch: () => undefined,
})
