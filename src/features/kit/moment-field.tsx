import { Form } from 'antd'
import { useTexts } from '@/i18n'
import { serverNow } from '@/stores/clock'
import { DateTimeField } from './date-fields'

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
      rules={[
        {
          validator: (_, at?: string | null) =>
            at && Date.parse(at) > serverNow()
              ? Promise.resolve()
              : Promise.reject(new Error(t('tickets.later.past'))),
        },
      ]}
    >
      <DateTimeField zone={zone} />
    </Form.Item>
  )
}
