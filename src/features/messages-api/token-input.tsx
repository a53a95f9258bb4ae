import { Input } from 'antd'
import { Eye, EyeOff } from 'lucide-react'
import { useTexts } from '@/i18n'
import { useWhatsapps } from '@/stores/whatsapps'
import { IconButton, Select } from '@/ui'
import styles from './messages-api.module.css'

export interface TokenInputProps {
  /** Given by the form. */
  id?: string
  value?: string
  onChange?: (token: string) => void
  shown: boolean
  onShow: (shown: boolean) => void
}

/** A connection's token: typed, or taken from a connection; hidden until somebody wants to see it. */
export function TokenInput({ id, value = '', onChange, shown, onShow }: TokenInputProps) {
  const { t } = useTexts()
  const withToken = useWhatsapps().filter(({ token }) => token !== '')
  const label = t(`messagesApi.form.${shown ? 'tokenHide' : 'tokenShow'}`)
  return (
    <>
      <span className={styles.token}>
        <Input
          {...(id ? { id } : {})}
          type={shown ? 'text' : 'password'}
          value={value}
          autoComplete="off"
          spellCheck={false}
          onChange={event => onChange?.(event.target.value)}
        />
        <IconButton
          icon={shown ? EyeOff : Eye}
          label={label}
          aria-pressed={shown}
          onClick={() => onShow(!shown)}
        />
      </span>
      {withToken.length > 0 ? (
        <Select
          className={styles.connection ?? ''}
          aria-label={t('messagesApi.form.connection')}
          placeholder={t('messagesApi.form.connection')}
          value={withToken.find(({ token }) => token === value)?.id ?? null}
          options={withToken.map(connection => ({ value: connection.id, label: connection.name }))}
          onChange={(chosen: number | null) =>
            onChange?.(withToken.find(connection => connection.id === chosen)?.token ?? '')
          }
        />
      ) : null}
    </>
  )
}
