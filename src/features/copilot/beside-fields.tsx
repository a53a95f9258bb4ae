import type { copilotForm } from '@contract'
import { Form } from 'antd'
import { type EditForm, kinds } from '@/features/kit'
import { useTexts } from '@/i18n'
import styles from './copilot.module.css'

/** Where something goes that may have a provider of its own: address, model, and a key where there is an address. */
export function BesideFields({
  kind,
  field,
  disabled,
  usual,
  hasKey,
  keyHint,
}: {
  kind: 'transcription' | 'embedding'
  field: EditForm<typeof copilotForm>['field']
  disabled: boolean
  /** What stands in the place of a model that is not named. */
  usual: string
  hasKey: boolean
  keyHint: string
}) {
  const { t } = useTexts()
  return (
    <>
      <div className={styles.pair}>
        {field(`${kind}BaseUrl`, kinds.text({ disabled, spellCheck: false, inputMode: 'url' }), {
          required: false,
          extra: t(`copilot.${kind}BaseUrlHint`),
        })}
        {field(`${kind}Model`, kinds.text({ disabled, spellCheck: false, placeholder: usual }), {
          required: false,
        })}
      </div>
      <Form.Item noStyle dependencies={[`${kind}BaseUrl`]}>
        {form =>
          form.getFieldValue(`${kind}BaseUrl`)
            ? field(`${kind}ApiKey`, kinds.secret(hasKey), { required: false, extra: keyHint })
            : null
        }
      </Form.Item>
    </>
  )
}
