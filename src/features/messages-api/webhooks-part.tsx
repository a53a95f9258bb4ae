import { DELIVERY_STATUSES, type DeliveryStatus, type Webhook, type WebhookDelivery } from '@contract'
import { RotateCw, Webhook as WebhookIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { call } from '@/api'
import { column, PagedScreen, useAttempt } from '@/features/kit'
import { LoadError } from '@/features/load-error'
import { useTexts } from '@/i18n'
import { useOffered } from '@/stores/servers'
import { contentToasts } from '@/stores/toasts'
import { deliveriesList, webhooksDirectory } from '@/stores/webhooks'
import { type Column, EmptyState, type PillTone, Select, SkeletonRows } from '@/ui'
import { DeliveryDialog } from './delivery-dialog'
import { useDeliveryTexts } from './delivery-texts'
import { type NewSecret, SecretDialog, WebhookDialog } from './webhook-dialog'
import { WebhookList } from './webhook-list'

const TONES: Record<DeliveryStatus, PillTone> = { waiting: 'warning', delivered: 'success', failed: 'error' }

/** Webhooks of the company above the log of what they were sent. */
export function WebhooksPart() {
  const { t } = useTexts()
  const { items, status, error } = webhooksDirectory.use()
  const offered = useOffered('webhooks')
  const [editing, setEditing] = useState<Webhook | 'new' | null>(null)
  const [secret, setSecret] = useState<NewSecret | null>(null)
  useEffect(() => {
    if (offered) void webhooksDirectory.reload()
  }, [offered])
  if (!offered)
    return (
      <EmptyState
        icon={WebhookIcon}
        title={t('messagesApi.tabs.webhooks')}
        text={t('messagesApi.webhooks.lacking')}
      />
    )
  if (status === 'failed') return <LoadError error={error} onRetry={() => void webhooksDirectory.reload()} />
  if (status !== 'ready') return <SkeletonRows count={6} height={44} label={t('common.loading')} />
  return (
    <>
      <Log webhooks={items} onAdd={() => setEditing('new')} onEdit={setEditing} onSecret={setSecret} />
      {editing ? (
        <WebhookDialog
          webhook={editing === 'new' ? null : editing}
          onClose={() => setEditing(null)}
          onSecret={setSecret}
        />
      ) : null}
      {/* The form closes first: one dialog at a time. */}
      {secret && !editing ? <SecretDialog made={secret} onClose={() => setSecret(null)} /> : null}
    </>
  )
}

interface LogProps {
  webhooks: readonly Webhook[]
  onAdd: () => void
  onEdit: (webhook: Webhook) => void
  onSecret: (made: NewSecret) => void
}

function Log({ webhooks, onAdd, onEdit, onSecret }: LogProps) {
  const { t, format } = useTexts()
  const attempt = useAttempt()
  const texts = useDeliveryTexts()
  const { filters } = deliveriesList.use()
  const [open, setOpen] = useState<WebhookDelivery | null>(null)
  const nameOf = (id: number): string =>
    webhooks.find(webhook => webhook.id === id)?.name ?? t('messagesApi.log.gone')

  const resend = async (row: WebhookDelivery) => {
    let answered = null as Awaited<ReturnType<typeof call<'deliveries.resend'>>> | null
    await attempt(async () => {
      answered = await call('deliveries.resend', { params: { id: row.id } })
    }, '')
    if (answered === null) return null
    deliveriesList.keep(answered)
    if (answered.status === 'delivered')
      contentToasts.success(t('messagesApi.log.resent', { status: texts.answer(answered) }))
    else contentToasts.error(t('messagesApi.webhooks.testFailed', { reason: texts.answer(answered) }))
    return answered
  }

  const momentOf = ({ createdAt }: WebhookDelivery): string =>
    `${format.date(createdAt)} ${format.clock(createdAt)}`
  const columns: Column<WebhookDelivery>[] = [
    column.name('event', t('messagesApi.log.event'), 2, texts.event, {
      below: row => [`${momentOf(row)} · `, <bdi key="webhook">{nameOf(row.webhookId)}</bdi>],
    }),
    column.text('webhook', t('messagesApi.log.webhook'), 2, ({ webhookId }) => nameOf(webhookId)),
    column.state('status', t('messagesApi.log.status'), '120px', row => {
      const status = texts.status(row)
      const next = row.nextAt ? t('messagesApi.log.next', { time: format.exact(row.nextAt) }) : ''
      return [TONES[status], t(`messagesApi.log.statuses.${status}`), next]
    }),
    column.amount('attempts', t('messagesApi.log.attempts'), '96px', ({ attempts }) => attempts),
    column.text('answer', t('messagesApi.log.answer'), 2, row =>
      // Who did not answer in time took all of it.
      row.durationMs === null || row.failure === 'TIMEOUT'
        ? texts.answer(row)
        : `${texts.answer(row)} · ${t('messagesApi.log.took', { ms: row.durationMs })}`,
    ),
    column.cell('when', t('messagesApi.log.when'), '150px', row => (
      <time dateTime={row.createdAt} title={format.exact(row.createdAt)}>
        {momentOf(row)}
      </time>
    )),
  ]

  return (
    <PagedScreen
      nested
      list={deliveriesList}
      texts="messagesApi.log"
      searched={false}
      columns={columns}
      rowName={row => t('messagesApi.log.open', { id: row.id })}
      onOpen={setOpen}
      rowActions={row => [
        {
          key: 'resend',
          icon: RotateCw,
          label: t('messagesApi.log.resend', { id: row.id }),
          run: () => void resend(row),
        },
      ]}
      add={onAdd}
      filters={
        <>
          <Select
            aria-label={t('messagesApi.log.webhook')}
            allowClear
            placeholder={t('messagesApi.log.anyWebhook')}
            popupMatchSelectWidth={false}
            value={filters.webhookId ?? null}
            options={webhooks.map(({ id, name }) => ({ value: id, label: name }))}
            onChange={(id: number | null | undefined) =>
              deliveriesList.filter({ webhookId: id ?? undefined })
            }
          />
          <Select
            aria-label={t('messagesApi.log.status')}
            allowClear
            placeholder={t('messagesApi.log.anyStatus')}
            popupMatchSelectWidth={false}
            value={filters.status ?? null}
            options={DELIVERY_STATUSES.map(value => ({
              value,
              label: t(`messagesApi.log.statuses.${value}`),
            }))}
            onChange={(status: DeliveryStatus | null | undefined) =>
              deliveriesList.filter({ status: status ?? undefined })
            }
          />
        </>
      }
      notice={
        webhooks.length > 0 ? <WebhookList webhooks={webhooks} onEdit={onEdit} onSecret={onSecret} /> : null
      }
      empty={
        webhooks.length > 0
          ? { icon: WebhookIcon, title: t('messagesApi.log.empty'), text: t('messagesApi.log.emptyText') }
          : {
              icon: WebhookIcon,
              title: t('messagesApi.webhooks.empty'),
              text: t('messagesApi.webhooks.emptyText'),
            }
      }
    >
      {open ? <DeliveryDialog row={open} onResend={resend} onClose={() => setOpen(null)} /> : null}
    </PagedScreen>
  )
}
