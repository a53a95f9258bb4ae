/** Settings of the platform that are forms of their own: how it is paid, and its mail server. The super-administrator's. */
import type { ResponseOut } from '@contract'
import { call } from '@/api'
import { createDirectory, type Directory } from './directory'

export type PaymentSettings = ResponseOut<'payments.settings'>
export type MailSettings = ResponseOut<'mail.settings'>

/** One record each, as a list of one. Secrets never travel in events: who shows the settings asks for them again. */
export const paymentSettings: Directory<PaymentSettings> = createDirectory({
  name: 'payment-settings',
  read: async () => [await call('payments.settings')],
  onEvent: ({ channel, data }) =>
    channel === 'platformSettings' && data.part !== 'mail' ? { stale: true } : null,
})
export const mailSettings: Directory<MailSettings> = createDirectory({
  name: 'mail-settings',
  read: async () => [await call('mail.settings')],
  onEvent: ({ channel, data }) =>
    channel === 'platformSettings' && data.part === 'mail' ? { stale: true } : null,
})
