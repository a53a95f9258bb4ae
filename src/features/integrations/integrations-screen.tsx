import type { QueueIntegration } from '@contract'
import { Webhook } from 'lucide-react'
import { useEffect, useState } from 'react'
import { call } from '@/api'
import { column, PagedScreen, useRemove } from '@/features/kit'
import { useTexts } from '@/i18n'
import { integrationsList } from '@/stores/automation'
import { queuesDirectory } from '@/stores/queues'
import { useOffered } from '@/stores/servers'
import { contentToasts } from '@/stores/toasts'
import type { Column } from '@/ui'
import { IntegrationDialog } from './integration-dialog'

/** /queue-integration: systems of providers that serve customers of a queue. */
export function IntegrationsScreen() {
  const { t } = useTexts()
  const [editing, setEditing] = useState<QueueIntegration | 'new' | null>(null)
  const offered = useOffered('ixc')
  const remove = useRemove(contentToasts)
  useEffect(() => void queuesDirectory.ensure(), [])

  const columns: Column<QueueIntegration>[] = [
    column.cell('id', t('integrations.id'), '64px', ({ id }) => id, { align: 'end' }),
    column.state('type', t('integrations.type'), '144px', ({ type }) => ['neutral', type]),
    column.name('name', t('integrations.name'), 3, ({ name }) => name, { stays: true }),
  ]
  const removeOne = ({ id, name }: QueueIntegration, okLabel: string) =>
    remove({
      title: t('integrations.removeTitle', { name }),
      text: t('integrations.removeText'),
      okLabel,
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
      onEdit={setEditing}
      onOpen={row => opens(row) && setEditing(row)}
      mayChange={opens}
      onRemove={(row, okLabel) => void removeOne(row, okLabel)}
      mayRemove={() => true}
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
