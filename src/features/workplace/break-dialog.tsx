import { BREAK_MAX_MINUTES, type BreakReason, breakReasonsOf } from '@contract'
import { Alert, Form } from 'antd'
import { useEffect } from 'react'
import { call } from '@/api'
import { KeptFormDialog, NumberField } from '@/features/kit'
import { breakReason } from '@/features/people'
import { errorText, useTexts } from '@/i18n'
import { queuesDirectory, useQueues } from '@/stores/queues'
import { useUser } from '@/stores/session'
import { settingsDirectory, useSettingValue } from '@/stores/settings'
import { useTicketsStore } from '@/stores/tickets'
import { Select } from '@/ui'
import { noteGivenAway } from './given-away'

/** What of one's open tickets a break gives away, by the rule of their queues, in words; null where nothing does. */
function useGivenAway(): { ids: readonly number[]; text: string | null } {
  const { t } = useTexts()
  const me = useUser()?.id
  const queues = useQueues()
  const byId = useTicketsStore(state => state.byId)
  const whole = useTicketsStore(({ lists }) => lists.assigned.status === 'ready' && !lists.assigned.hasMore)
  useEffect(() => void queuesDirectory.ensure(), [])
  const giving = new Set(queues.filter(({ assignAway }) => assignAway !== 'stay').map(({ id }) => id))
  const going = [...byId.values()].filter(
    ({ status, userId, queueId }) =>
      status === 'open' && userId === me && queueId !== null && giving.has(queueId),
  )
  if (going.length === 0) return { ids: [], text: null }
  const from = new Set(going.map(({ queueId }) => queueId))
  const names = queues.flatMap(({ id, name }) => (from.has(id) ? [name] : [])).join(', ')
  // While not all of one's tickets were read their number is not known.
  return {
    ids: going.map(({ id }) => id),
    text: whole
      ? t('workplace.break.away', { count: going.length, queues: names })
      : t('workplace.break.awaySome', { queues: names }),
  }
}

/** Why, and how long it is expected to last. */
export function BreakDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTexts()
  const [form] = Form.useForm<BreakReason>()
  const away = useGivenAway()
  const reasons = breakReasonsOf(useSettingValue('breakReasons'))
  useEffect(() => void settingsDirectory.ensure(), [])
  const start = async ({ reason, minutes }: BreakReason): Promise<void> => {
    // By the answer they are a colleague's already.
    const { ids } = away
    await call('breaks.start', { body: { reason, minutes } })
    noteGivenAway(ids)
    onClose()
  }
  return (
    <KeptFormDialog<BreakReason>
      keepAs="break"
      open
      title={t('workplace.break.title')}
      form={form}
      onSubmit={start}
      onClose={onClose}
      submitLabel={t('workplace.break.begin')}
      cancelLabel={t('common.cancel')}
      describeError={error => errorText(t, error)}
    >
      {away.text === null ? null : <Alert type="warning" showIcon title={away.text} />}
      <Form.Item<BreakReason>
        name="reason"
        label={t('workplace.break.why')}
        rules={[{ required: true, message: t('workplace.break.choose') }]}
        extra={t('workplace.break.hint')}
      >
        <Select
          showSearch
          placeholder={t('workplace.break.choose')}
          onChange={(chosen: string) =>
            form.setFieldValue('minutes', reasons.find(one => one.reason === chosen)?.minutes)
          }
          options={reasons.map(({ reason }) => ({ value: reason, label: breakReason(t, reason) }))}
        />
      </Form.Item>
      <Form.Item<BreakReason> name="minutes" label={t('workplace.break.minutes')}>
        <NumberField kind="minutes" min={1} max={BREAK_MAX_MINUTES} />
      </Form.Item>
    </KeptFormDialog>
  )
}
