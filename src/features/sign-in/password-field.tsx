import { Eye, EyeOff } from 'lucide-react'
import { useState } from 'react'
import { useTexts } from '@/i18n'
import { Field, type FieldProps, IconButton } from '@/ui'

interface PasswordFieldProps extends Omit<FieldProps, 'type' | 'tool' | 'spellCheck'> {
  /** Whether another one is beside it: the switch then says whose it is. */
  among?: boolean
}

/** A password with the switch that shows and hides it. */
export function PasswordField({ among = false, ...props }: PasswordFieldProps) {
  const { t } = useTexts()
  const [shown, setShown] = useState(false)
  const label = among
    ? t(shown ? 'signIn.lost.hideOf' : 'signIn.lost.showOf', { field: props.label })
    : t(shown ? 'signIn.hide' : 'signIn.show')
  return (
    <Field
      {...props}
      type={shown ? 'text' : 'password'}
      spellCheck={false}
      tool={
        <IconButton
          icon={shown ? EyeOff : Eye}
          size="small"
          label={label}
          aria-pressed={shown}
          onClick={() => setShown(!shown)}
        />
      }
    />
  )
}
