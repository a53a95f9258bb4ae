import { Input } from 'antd'
import { useTexts } from '@/i18n'

export interface SecretFieldProps {
  /** Given by the form. */
  id?: string
  value?: string
  onChange?: (text: string) => void
  onBlur?: () => void
  /** The server keeps one: an empty field leaves it as it is. */
  kept: boolean
}

/** A key of a provider: typed and never shown again. */
export function SecretField({ id, value = '', onChange, onBlur, kept }: SecretFieldProps) {
  const { t } = useTexts()
  return (
    <Input.Password
      {...(id ? { id } : {})}
      value={value}
      autoComplete="off"
      spellCheck={false}
      placeholder={kept ? t('prompts.keptSecret') : ''}
      {...(onBlur ? { onBlur } : {})}
      onChange={event => onChange?.(event.target.value)}
    />
  )
}
