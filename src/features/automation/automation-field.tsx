import { Form, type FormItemProps } from 'antd'
import { useEffect } from 'react'
import { errorText, useTexts } from '@/i18n'
import { integrationsDirectory, promptsDirectory } from '@/stores/automation'
import { useWorkplace } from '@/stores/workplace'
import { Select } from '@/ui'

const KINDS = {
  prompt: { directory: promptsDirectory, feature: 'useOpenAi' },
  integration: { directory: integrationsDirectory, feature: 'useIntegrations' },
} as const
export type AutomationKind = keyof typeof KINDS

export interface AutomationFieldProps {
  kind: AutomationKind
  /** Name and rules of the form's member. */
  item: FormItemProps
}

/**
 * Chooses who answers customers first (`promptId`, `integrationId`). Where the plan lacks the
 * feature nothing can be chosen, only taken away, and the reason is below.
 */
export function AutomationField({ kind, item }: AutomationFieldProps) {
  const { t } = useTexts()
  const { directory, feature } = KINDS[kind]
  const allowed = useWorkplace(state => state.plan?.[feature] ?? false)
  const { items, status, error } = directory.use()
  useEffect(() => {
    if (allowed) void directory.ensure()
  }, [allowed, directory])
  const hint = (): string => {
    if (!allowed) return t(`errors.ERR_PLAN_LACKS_${feature}`)
    if (status === 'failed') return errorText(t, error)
    return t(`automation.${kind}.${status === 'ready' && items.length === 0 ? 'none' : 'hint'}`)
  }
  return (
    <Form.Item {...item} label={t(`automation.${kind}.label`)} extra={hint()}>
      <Choice known={allowed ? items : []} allowed={allowed} loading={status === 'loading'} />
    </Form.Item>
  )
}

interface ChoiceProps {
  known: readonly { id: number; name: string }[]
  allowed: boolean
  loading: boolean
  /** These three are given by the form. */
  id?: string
  value?: number | null
  onChange?: (id: number | null) => void
}

function Choice({ known, allowed, loading, id, value = null, onChange }: ChoiceProps) {
  const { t } = useTexts()
  const options = known.map(one => ({ value: one.id, label: one.name }))
  const unknown = value !== null && !known.some(one => one.id === value)
  return (
    <Select
      {...(id ? { id } : {})}
      allowClear
      showSearch
      value={value}
      loading={loading}
      disabled={!allowed && value === null}
      placeholder={t('automation.nobody')}
      options={unknown ? [...options, { value, label: t('automation.number', { id: value }) }] : options}
      onChange={chosen => onChange?.(chosen ?? null)}
    />
  )
}
