import type { QueueIntegration } from '@contract'
import { Webhook } from 'lucide-react'
import { useEffect } from 'react'
import { call } from '@/api'
import { PagedScreen, useRowForm } from '@/features/kit'
import { useTexts } from '@/i18n'
import { integrationsList } from '@/stores/automation'
import { queuesDirectory } from '@/stores/queues'
import { useOffered } from '@/stores/servers'
import { contentToasts } from '@/stores/toasts'
import { type Column, Pill } from '@/ui'
import { IntegrationDialog } from './integration-dialog'

/** /queue-integration: systems of providers that serve customers of a queue (docs/specification.md 3.2). */
export function IntegrationsScreen() {
  const { t } = useTexts()
  const form = useRowForm<QueueIntegration>((integration, close) => (
    <IntegrationDialog integration={integration} onClose={close} />
  ))
  const offered = useOffered('ixc')
  useEffect(() => void queuesDirectory.ensure(), [])

  const columns: Column<QueueIntegration>[] = [
    { key: 'id', title: t('integrations.id'), width: '96px', foldable: true, render: ({ id }) => String(id) },
    {
      key: 'type',
      title: t('integrations.type'),
      width: '144px',
      render: ({ type }) => <Pill tone="neutral">{type}</Pill>,
    },
    { key: 'name', title: t('integrations.name'), width: 'minmax(0, 3fr)', render: ({ name }) => name },
  ]
  /** Of other kinds, which a server may keep, only the name is known. */
  const opens = (row: QueueIntegration): boolean => offered && row.type === 'IXC'

  return (
    <PagedScreen
      list={integrationsList}
      title={t('integrations.title')}
      countText={count => t('integrations.count', { count })}
      searchLabel={t('integrations.search')}
      columns={columns}
      rowName={({ name }) => name}
      form={form}
      hasForm={opens}
      removal={{
        say: contentToasts,
        call: ({ id }) => call('integrations.remove', { params: { id } }),
        title: ({ name }) => t('integrations.removeTitle', { name }),
        text: () => t('integrations.removeText'),
        doneText: t('integrations.toasts.deleted'),
      }}
      {...(offered ? { add: { label: t('integrations.add') } } : {})}
      empty={{
        icon: Webhook,
        title: t('integrations.empty'),
        text: t(offered ? 'integrations.emptyText' : 'integrations.lacking'),
      }}
    />
  )
}
