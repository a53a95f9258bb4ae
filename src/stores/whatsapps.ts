/** WhatsApp connections of the company, with their states. */
import { type ChannelCapability, numberCan, numberOffers, type Whatsapp } from '@contract'
import { call } from '@/api'
import { createDirectory } from './directory'

export const whatsappsDirectory = createDirectory<Whatsapp>({
  name: 'whatsapps',
  read: () => call('whatsapps.list', { query: { session: false } }),
  onEvent: ({ channel, data }) => {
    if (channel === 'whatsapp')
      return data.action === 'delete' ? { remove: data.whatsappId } : { put: data.whatsapp }
    if (channel !== 'whatsappSession') return null
    // A session event tells of the link alone; names and texts stay what they were.
    const { id, status, statusSince, statusReason, qrcode, qrcodeUntil, retries, updatedAt, number } =
      data.session
    const link = { status, statusSince, statusReason, qrcode, qrcodeUntil, retries, updatedAt }
    return { patch: id, with: (known: Whatsapp) => ({ ...known, ...link, number: number ?? known.number }) }
  },
})

export const useWhatsapps = (): readonly Whatsapp[] => whatsappsDirectory.use(state => state.items)

/** Value of a connection's `provider` whose number is Meta's. */
export const CLOUD = 'cloud'

/** Whether a number of the company is one of the Cloud API. */
export const useHasCloudNumber = (): boolean =>
  whatsappsDirectory.use(state => state.items.some(one => one.provider === CLOUD))

/**
 * Whether the number a conversation answers from can do something; what is not known is not held back.
 * @param whatsappId null while the conversation is not known, or has no number.
 */
export const useNumberCan = (whatsappId: number | null | undefined, capability: ChannelCapability): boolean =>
  whatsappsDirectory.use(state =>
    numberCan(
      state.items.find(item => item.id === whatsappId),
      capability,
    ),
  )

/** Whether the number a conversation answers from says that it can do something; what is not known is not offered. */
export const useNumberOffers = (
  whatsappId: number | null | undefined,
  capability: ChannelCapability,
): boolean =>
  whatsappsDirectory.use(state =>
    numberOffers(
      state.items.find(item => item.id === whatsappId),
      capability,
    ),
  )

/** Whether agents may send utility text without a template through a connection. */
export const useDirectSend = (whatsappId: number | null): boolean =>
  whatsappsDirectory.use(state => {
    const connection = state.items.find(item => item.id === whatsappId)
    return connection?.directSend === true && numberOffers(connection, 'directSend')
  })
