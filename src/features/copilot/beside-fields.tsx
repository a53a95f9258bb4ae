import type { copilotForm } from '@contract'
import { Form, Input } from 'antd'
import { type EditorSection, SecretField } from '@/features/kit'
import { useTexts } from '@/i18n'
import styles from './copilot.module.css'

type Item = Parameters<EditorSection<typeof copilotForm>['fields']>[0]['item']

/** Where something goes that may have a provider of its own: address, model, and a key where there is an address. */
export function BesideFields({
  kind,
  item,
  disabled,
  usual,
  hasKey,
  keyHint,
}: {
  kind: 'transcription' | 'embedding'
  item: Item
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
        <Form.Item
          {...item(`${kind}BaseUrl`)}
          required={false}
          label={t(`copilot.${kind}BaseUrl`)}
          extra={t(`copilot.${kind}BaseUrlHint`)}
        >
          <Input autoComplete="off" disabled={disabled} spellCheck={false} inputMode="url" />
        </Form.Item>
        <Form.Item {...item(`${kind}Model`)} required={false} label={t(`copilot.${kind}Model`)}>
          <Input autoComplete="off" disabled={disabled} spellCheck={false} placeholder={usual} />
        </Form.Item>
      </div>
      <Form.Item noStyle dependencies={[`${kind}BaseUrl`]}>
        {form =>
          form.getFieldValue(`${kind}BaseUrl`) ? (
            <Form.Item
              {...item(`${kind}ApiKey`)}
              required={false}
              label={t(`copilot.${kind}ApiKey`)}
              extra={keyHint}
            >
              <SecretField kept={hasKey} />
            </Form.Item>
          ) : null
        }
      </Form.Item>
    </>
  )
}
