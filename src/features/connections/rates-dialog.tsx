import { type CloudRates, COST_CATEGORIES, cloudRates } from '@contract'
import { Form, Input } from 'antd'
import { call } from '@/api'
import { EditDialog, NumberField } from '@/features/kit'
import { useTexts } from '@/i18n'

/** Until a company says otherwise. */
const EMPTY: CloudRates = {
  currency: 'BRL',
  service: null,
  utility: null,
  marketing: null,
  authentication: null,
}

interface RatesDialogProps {
  rates: CloudRates | null
  onSaved: (rates: CloudRates) => void
  onClose: () => void
}

/** What a company says Meta charges it: no price is known here by itself. */
export function RatesDialog({ rates, onSaved, onClose }: RatesDialogProps) {
  const { t } = useTexts()
  const initial = rates ?? EMPTY
  const labelOf = (field: string): string =>
    field === 'currency'
      ? t('connections.cost.currency')
      : t(`connections.cost.categoryIs.${field as (typeof COST_CATEGORIES)[number]}`)
  return (
    <EditDialog
      keepAs="cloud rates"
      schema={cloudRates}
      title={t('connections.cost.ratesTitle')}
      initial={initial}
      live={initial}
      describe={(field, value) => ({ label: labelOf(field), value: String(value ?? '') })}
      save={async body => onSaved(await call('whatsapps.saveCloudRates', { body }))}
      savedText={t('connections.cost.saved')}
      onClose={onClose}
    >
      {edit => (
        <>
          <p>{t('connections.cost.ratesHint')}</p>
          <Form.Item
            {...edit.item('currency')}
            label={labelOf('currency')}
            extra={t('connections.cost.currencyHint')}
            normalize={(typed: string) => typed.toUpperCase()}
          >
            <Input maxLength={3} autoComplete="off" />
          </Form.Item>
          {COST_CATEGORIES.map(category => (
            <Form.Item key={category} {...edit.item(category)} label={labelOf(category)}>
              <NumberField kind="amount" min={0} max={1_000_000} />
            </Form.Item>
          ))}
        </>
      )}
    </EditDialog>
  )
}
