import { DELIVERY_STATUSES, type DeliveryStatus, type Webhook, type WebhookDelivery } from '@contract'
import { RotateCw, Webhook as WebhookIcon } from 'lucide-react'
import { useEffect, useState } from 'react'
import { call } from '@/api'
import { PagedScreen, useAttempt } from '@/features/kit'
import { LoadError } from '@/features/load-error'
import { useTexts } from '@/i18n'
import { useOffered } from '@/stores/servers'
import { contentToasts } from '@/stores/toasts'
import { deliveriesList, webhooksDirectory } from '@/stores/webhooks'
import { type Column, EmptyState, FoldedBelow, Pill, type PillTone, Select, SkeletonRows } from '@/ui'
import { DeliveryDialog } from './delivery-dialog'
import { useDeliveryTexts } from './delivery-texts'
import { type NewSecret, SecretDialog, WebhookDialog } from './webhook-dialog'
import { WebhookList } from './webhook-list'
import styles from './webhooks.module.css'

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
  const attempt = useAttempt(contentToasts)
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
    {
      key: 'event',
      title: t('messagesApi.log.event'),
      width: 'minmax(0, 2fr)',
      render: row => (
        <FoldedBelow below={[`${momentOf(row)} · `, <bdi key="webhook">{nameOf(row.webhookId)}</bdi>]}>
          <span className={styles.event}>{texts.event(row)}</span>
        </FoldedBelow>
      ),
    },
    {
      key: 'webhook',
      title: t('messagesApi.log.webhook'),
      width: 'minmax(0, 2fr)',
      foldable: true,
      render: ({ webhookId }) => <bdi>{nameOf(webhookId)}</bdi>,
    },
    {
      key: 'status',
      title: t('messagesApi.log.status'),
      width: '120px',
      render: row => {
        const status = texts.status(row)
        const next = row.nextAt ? t('messagesApi.log.next', { time: format.exact(row.nextAt) }) : ''
        return (
          <Pill tone={TONES[status]} title={next}>
            {t(`messagesApi.log.statuses.${status}`)}
          </Pill>
        )
      },
    },
    {
      key: 'attempts',
      title: t('messagesApi.log.attempts'),
      width: '96px',
      align: 'end',
      foldable: true,
      render: ({ attempts }) => format.number(attempts),
    },
    {
      key: 'answer',
      title: t('messagesApi.log.answer'),
      width: 'minmax(0, 2fr)',
      foldable: true,
      render: row => (
        <>
          {texts.answer(row)}
          {/* Who did not answer in time took all of it. */}
          {row.durationMs === null || row.failure === 'TIMEOUT'
            ? ''
            : ` · ${t('messagesApi.log.took', { ms: row.durationMs })}`}
        </>
      ),
    },
    {
      key: 'when',
      title: t('messagesApi.log.when'),
      width: '150px',
      foldable: true,
      render: row => (
        <time dateTime={row.createdAt} title={format.exact(row.createdAt)}>
          {momentOf(row)}
        </time>
      ),
    },
  ]

  return (
    <PagedScreen
      nested
      list={deliveriesList}
      title={t('messagesApi.log.title')}
      countText={count => t('messagesApi.log.count', { count })}
      searchLabel={null}
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
      add={{ label: t('messagesApi.webhooks.add'), run: onAdd }}
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
