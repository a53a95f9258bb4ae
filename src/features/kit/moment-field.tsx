import { Form } from 'antd'
import { useTexts } from '@/i18n'
import { instantOf, wallOf } from '@/stores/company-clock'
import { WallPicker } from './wall-picker'

interface MomentFieldProps {
  name: string
  label: string
  /** By whose clock it is chosen, an IANA name. */
  zone: string
  /** ISO-8601, what the form holds, too. */
  initial: string | undefined
}

/** A field of a form for a moment to come, by the company's clock. */
export function MomentField({ name, label, zone, initial }: MomentFieldProps) {
  const { t } = useTexts()
  return (
    <Form.Item
      name={name}
      label={label}
      required
      initialValue={initial}
      getValueProps={(at?: string) => ({ value: wallOf(at, zone) })}
      normalize={wall => instantOf(wall, zone)}
      rules={[
        {
          validator: (_, at?: string | null) =>
            at && Date.parse(at) > Date.now()
              ? Promise.resolve()
              : Promise.reject(new Error(t('tickets.later.past'))),
        },
      ]}
    >
      <WallPicker
        zone={zone}
        showTime={{ format: 'HH:mm' }}
        format="DD/MM/YYYY HH:mm"
        style={{ width: '100%' }}
      />
    </Form.Item>
  )
}
