import { BREAK_MAX_MINUTES, type BreakReason, breakReasonsOf } from '@contract'
import { Form } from 'antd'
import { useEffect } from 'react'
import { call } from '@/api'
import { KeptFormDialog, NumberField } from '@/features/kit'
import { breakReason } from '@/features/people'
import { errorText, useTexts } from '@/i18n'
import { settingsDirectory, useSettingValue } from '@/stores/settings'
import { Select } from '@/ui'

/** Why, and how long it is expected to last. */
export function BreakDialog({ onClose }: { onClose: () => void }) {
  const { t } = useTexts()
  const [form] = Form.useForm<BreakReason>()
  const reasons = breakReasonsOf(useSettingValue('breakReasons'))
  useEffect(() => void settingsDirectory.ensure(), [])
  const start = async ({ reason, minutes }: BreakReason): Promise<void> => {
    await call('breaks.start', { body: { reason, minutes } })
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
