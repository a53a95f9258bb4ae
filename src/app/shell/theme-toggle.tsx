import { Moon, Sun } from 'lucide-react'
import { useTexts } from '@/i18n'
import { setPreferences, usePreferences } from '@/stores/preferences'
import { IconButton, useMedia } from '@/ui'
import { resolveMode } from '../theme'

/** One press changes between light and dark; "same as system" is in the account menu. */
export function ThemeToggle() {
  const { t } = useTexts()
  const choice = usePreferences(state => state.theme)
  const systemDark = useMedia('(prefers-color-scheme: dark)')
  const dark = resolveMode(choice, systemDark) === 'dark'
  return (
    <IconButton
      icon={dark ? Sun : Moon}
      label={t(dark ? 'shell.bar.toLight' : 'shell.bar.toDark')}
      onClick={() => void setPreferences({ theme: dark ? 'light' : 'dark' })}
    />
  )
}
