import type { QueueIntegration } from '@contract'
import { Pencil, Trash2, Webhook } from 'lucide-react'
import { useEffect, useState } from 'react'
import { call } from '@/api'
import { PagedScreen, useRemove } from '@/features/kit'
import { useTexts } from '@/i18n'
import { integrationsList } from '@/stores/automation'
import { queuesDirectory } from '@/stores/queues'
import { useOffered } from '@/stores/servers'
import { contentToasts } from '@/stores/toasts'
import { type Column, Pill } from '@/ui'
import { IntegrationDialog } from './integration-dialog'

/** /queue-integration: systems of providers that serve customers of a queue. */
export function IntegrationsScreen() {
  const { t } = useTexts()
  const [editing, setEditing] = useState<QueueIntegration | 'new' | null>(null)
  const offered = useOffered('ixc')
  const remove = useRemove(contentToasts)
  useEffect(() => void queuesDirectory.ensure(), [])

  const columns: Column<QueueIntegration>[] = [
    {
      key: 'id',
      title: t('integrations.id'),
      width: '64px',
      align: 'end',
      foldable: true,
      render: ({ id }) => id,
    },
    {
      key: 'type',
      title: t('integrations.type'),
      width: '144px',
      render: ({ type }) => <Pill tone="neutral">{type}</Pill>,
    },
    {
      key: 'name',
      title: t('integrations.name'),
      width: 'minmax(0, 3fr)',
      stays: true,
      render: ({ name }) => name,
    },
  ]
  const removeOne = ({ id, name }: QueueIntegration) =>
    remove({
      title: t('integrations.removeTitle', { name }),
      text: t('integrations.removeText'),
      okLabel: t('integrations.remove', { name }),
      doneText: '',
      remove: async () => {
        await call('integrations.remove', { params: { id } })
        integrationsList.drop(id)
      },
      onDone: () => void contentToasts.success(t('integrations.toasts.deleted')),
    })
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
      onOpen={row => {
        if (opens(row)) setEditing(row)
      }}
      rowActions={row => [
        ...(opens(row)
          ? [
              {
                key: 'edit',
                icon: Pencil,
                label: t('integrations.edit', { name: row.name }),
                run: () => setEditing(row),
              },
            ]
          : []),
        {
          key: 'remove',
          icon: Trash2,
          danger: true,
          label: t('integrations.remove', { name: row.name }),
          run: () => void removeOne(row),
        },
      ]}
      {...(offered ? { add: { label: t('integrations.add'), run: () => setEditing('new') } } : {})}
      empty={{
        icon: Webhook,
        title: t('integrations.empty'),
        text: t(offered ? 'integrations.emptyText' : 'integrations.lacking'),
      }}
    >
      {editing ? (
        <IntegrationDialog
          integration={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
        />
      ) : null}
    </PagedScreen>
  )
}
