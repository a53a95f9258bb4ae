import { WEBHOOK_TOPICS, type Webhook } from '@contract'
import { Alert, Switch } from 'antd'
import { FlaskConical, KeyRound, Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { call } from '@/api'
import { useAttempt, useRemove } from '@/features/kit'
import { useTexts } from '@/i18n'
import { contentToasts } from '@/stores/toasts'
import { deliveriesList, webhooksDirectory } from '@/stores/webhooks'
import { IconButton, Pill, useConfirm } from '@/ui'
import { useDeliveryTexts } from './delivery-texts'
import type { NewSecret } from './webhook-dialog'
import styles from './webhooks.module.css'

const SHORT = { messages: 'shortMessages', acks: 'shortAcks', tickets: 'shortTickets' } as const

export interface WebhookListProps {
  webhooks: readonly Webhook[]
  onEdit: (webhook: Webhook) => void
  onSecret: (made: NewSecret) => void
}

/** The company's webhooks, one line each, those that need somebody first said in words. */
export function WebhookList({ webhooks, onEdit, onSecret }: WebhookListProps) {
  const { t } = useTexts()
  return (
    <section className={styles.webhooks} aria-label={t('messagesApi.webhooks.list')}>
      {webhooks
        .filter(({ gaveUp, active }) => gaveUp && !active)
        .map(({ id, name }) => (
          <Alert key={id} type="error" showIcon banner title={t('messagesApi.webhooks.gaveUp', { name })} />
        ))}
      <ul>
        {webhooks.map(webhook => (
          <Line key={webhook.id} webhook={webhook} onEdit={onEdit} onSecret={onSecret} />
        ))}
      </ul>
    </section>
  )
}

function Line({ webhook, onEdit, onSecret }: { webhook: Webhook } & Omit<WebhookListProps, 'webhooks'>) {
  const { t, format } = useTexts()
  const attempt = useAttempt()
  const confirm = useConfirm()
  const remove = useRemove()
  const texts = useDeliveryTexts()
  const [busy, setBusy] = useState(false)
  const { id, name, url, active, gaveUp, failingSince, messages, acks, tickets } = webhook
  const params = { id }

  const run = async (work: () => Promise<void>): Promise<void> => {
    setBusy(true)
    await attempt(work, '')
    setBusy(false)
  }
  const test = (): Promise<void> =>
    run(async () => {
      const made = await call('webhooks.test', { params })
      deliveriesList.keep(made)
      const { durationMs } = made
      if (made.status === 'delivered')
        contentToasts.success(
          t('messagesApi.webhooks.tested', { status: texts.answer(made), ms: durationMs ?? 0 }),
        )
      else contentToasts.error(t('messagesApi.webhooks.testFailed', { reason: texts.answer(made) }))
    })
  const turn = (on: boolean): Promise<void> =>
    run(async () => {
      const body = { name, url, messages, acks, tickets, active: on }
      webhooksDirectory.keep(await call('webhooks.update', { params, body }))
    })
  const renew = async (): Promise<void> => {
    const sure = await confirm({
      title: t('messagesApi.webhooks.renewTitle'),
      text: t('messagesApi.webhooks.renewText'),
      okLabel: t('messagesApi.webhooks.renewOk'),
      cancelLabel: t('common.cancel'),
      danger: true,
    })
    if (sure) await run(async () => onSecret(await call('webhooks.renewSecret', { params })))
  }

  const state = active
    ? failingSince
      ? ({
          tone: 'warning',
          text: t('messagesApi.webhooks.failing', {
            time: `${format.date(failingSince)} ${format.clock(failingSince)}`,
          }),
        } as const)
      : ({ tone: 'success', text: t('messagesApi.webhooks.works') } as const)
    : gaveUp
      ? ({ tone: 'error', text: t('messagesApi.webhooks.stopped') } as const)
      : ({ tone: 'neutral', text: t('messagesApi.webhooks.off') } as const)
  return (
    <li className={styles.webhook} aria-busy={busy}>
      <Switch
        size="small"
        checked={active}
        disabled={busy}
        aria-label={t(`messagesApi.webhooks.${active ? 'turnOff' : 'turnOn'}`, { name })}
        onChange={on => void turn(on)}
      />
      <span className={styles.webhookName}>
        <bdi>{name}</bdi>
        <span className={styles.webhookUrl} dir="ltr" title={url}>
          {url}
        </span>
      </span>
      <span className={styles.topics}>
        {WEBHOOK_TOPICS.filter(topic => webhook[topic])
          .map(topic => t(`messagesApi.webhooks.${SHORT[topic]}`))
          .join(' · ')}
      </span>
      <span className={styles.webhookState}>
        <Pill tone={state.tone} title={failingSince ? format.exact(failingSince) : ''}>
          {state.text}
        </Pill>
      </span>
      <span className={styles.webhookActions}>
        <IconButton
          icon={FlaskConical}
          label={t('messagesApi.webhooks.test', { name })}
          disabled={busy}
          onClick={() => void test()}
        />
        <IconButton
          icon={KeyRound}
          label={t('messagesApi.webhooks.renew', { name })}
          disabled={busy}
          onClick={() => void renew()}
        />
        <IconButton
          icon={Pencil}
          label={t('messagesApi.webhooks.edit', { name })}
          onClick={() => onEdit(webhook)}
        />
        <IconButton
          icon={Trash2}
          label={t('messagesApi.webhooks.remove', { name })}
          onClick={() =>
            void remove({
              okLabel: t('messagesApi.webhooks.remove', { name }),
              text: t('messagesApi.webhooks.removeText'),
              remove: () => call('webhooks.remove', { params }),
              onDone: () => webhooksDirectory.drop(id),
            })
          }
        />
      </span>
    </li>
  )
}
