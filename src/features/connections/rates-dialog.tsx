import { type CloudRates, COST_CATEGORIES, cloudRates } from '@contract'
import { Form } from 'antd'
import { call } from '@/api'
import { KeptFormDialog, kinds, useFieldsOf } from '@/features/kit'
import { errorText, useTexts } from '@/i18n'
import { toasts } from '@/stores/toasts'

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
  const [form] = Form.useForm<CloudRates>()
  const initial = rates ?? EMPTY
  const field = useFieldsOf(cloudRates, name =>
    t(name === 'currency' ? 'connections.cost.currency' : `figures.cost.categoryIs.${name}`),
  )
  const save = async (typed: CloudRates): Promise<void> => {
    const body = cloudRates.parse({ ...initial, ...typed })
    onSaved(await call('whatsapps.saveCloudRates', { body }))
    toasts.success(t('connections.cost.saved'))
    onClose()
  }
  return (
    <KeptFormDialog<CloudRates>
      keepAs="cloud rates"
      open
      title={t('connections.cost.ratesTitle')}
      form={form}
      initialValues={initial}
      onSubmit={save}
      onClose={onClose}
      submitLabel={t('common.save')}
      cancelLabel={t('common.cancel')}
      describeError={error => errorText(t, error)}
    >
      <p>{t('connections.cost.ratesHint')}</p>
      {field('currency', kinds.text({ maxLength: 3 }), {
        extra: t('connections.cost.currencyHint'),
        normalize: (typed: string) => typed.toUpperCase(),
      })}
      {COST_CATEGORIES.map(category =>
        field(category, kinds.number({ kind: 'amount', min: 0, max: 1_000_000 })),
      )}
    </KeptFormDialog>
  )
}
