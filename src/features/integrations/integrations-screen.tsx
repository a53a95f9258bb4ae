import type { QueueIntegration } from '@contract'
import { Webhook } from 'lucide-react'
import { useEffect } from 'react'
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
  const offered = useOffered('ixc')
  const remove = useRemove()
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
      texts="integrations"
      columns={columns}
      rowName={({ name }) => name}
      form={(integration, close) => <IntegrationDialog integration={integration} onClose={close} />}
      opens={opens}
      onRemove={(row, okLabel) => void removeOne(row, okLabel)}
      add={offered ? undefined : null}
      empty={{ icon: Webhook, ...(offered ? {} : { text: t('integrations.lacking') }) }}
    />
  )
}
