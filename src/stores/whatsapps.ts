/** WhatsApp connections of the company, with their states. */
import { type ChannelCapability, numberCan, numberOffers, type Whatsapp } from '@contract'
import { call } from '@/api'
import { createDirectory, upsertById, withoutId } from './directory'

export const whatsappsDirectory = createDirectory<Whatsapp>(
  'whatsapps',
  () => call('whatsapps.list', { query: { session: false } }),
  (items, event) => {
    if (event.channel === 'whatsapp') {
      return event.data.action === 'delete'
        ? withoutId(items, event.data.whatsappId)
        : upsertById(items, event.data.whatsapp)
    }
    if (event.channel === 'whatsappSession') {
      const { session } = event.data
      // A session event tells of the link alone; names and texts stay what they were.
      const known = items.find(item => item.id === session.id)
      if (!known) return items
      const { status, statusSince, statusReason, qrcode, qrcodeUntil, retries, updatedAt } = session
      const number = session.number ?? known.number
      const link = { status, statusSince, statusReason, qrcode, qrcodeUntil, retries, updatedAt, number }
      return upsertById(items, { ...known, ...link })
    }
    return items
  },
)

export const useWhatsapps = (): readonly Whatsapp[] => whatsappsDirectory.use(state => state.items)

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
