/** Webhooks of the company and the log of what they were sent. Administrators alone hear of them. */
import type { DeliveryStatus, Webhook, WebhookDelivery } from '@contract'
import { call } from '@/api'
import { createDirectory } from './directory'
import { createPagedList, pagesOf } from './paged-list'

export const webhooksDirectory = createDirectory<Webhook>({
  name: 'webhooks',
  read: () => call('webhooks.list'),
  onEvent: ({ channel, data }) => {
    if (channel !== 'webhook' || data.action === 'deliveries') return null
    return data.action === 'delete' ? { remove: data.webhookId } : { put: data.webhook }
  },
})

type Filters = { webhookId?: number | undefined; status?: DeliveryStatus | undefined }

/** The log, newest first; a busy webhook makes it read its pages again, once a second at most. */
export const deliveriesList = createPagedList<WebhookDelivery, Filters>({
  name: 'deliveries',
  filters: {},
  read: pagesOf('deliveries.list'),
  onEvent: ({ channel, data }, { filters }) => {
    if (channel !== 'webhook' || 'webhook' in data) return null
    return filters.webhookId === undefined || filters.webhookId === data.webhookId ? { stale: true } : null
  },
})
