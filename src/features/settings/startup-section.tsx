import { useTexts } from '@/i18n'
import { setPreferences, usePreferences } from '@/stores/preferences'
import { useSystem } from '@/stores/system'
import { GlobalShortcutLine } from './global-shortcut-line'
import { Group, linesOf } from './parts'

/** Start at login, whether the computer may sleep, and what closing the window means. */
export function StartupSection() {
  const { t } = useTexts()
  const { choice, onOff } = linesOf(usePreferences(), setPreferences)
  const tray = useSystem(state => state.attention?.tray ?? true)
  return (
    <Group alone title={t('settings.section.startup')}>
      {choice(
        'startAtLogin',
        t('settings.startup.login'),
        [
          ['off', t('settings.startup.loginOff')],
          ['on', t('settings.startup.loginOn')],
          ['minimised', t('settings.startup.loginMinimised')],
        ],
        { hint: t('settings.startup.loginHint') },
      )}
      {onOff('stayAwake', t('settings.startup.awake'), t('settings.startup.awakeHint'))}
      <GlobalShortcutLine />
      {choice(
        'closeToTray',
        t('settings.startup.close'),
        [
          [null, t('settings.startup.closeAuto')],
          [true, t('settings.startup.closeTray')],
          [false, t('settings.startup.closeQuit')],
        ],
        { hint: t(tray ? 'settings.startup.closeHint' : 'settings.startup.noTray'), stacked: true },
      )}
    </Group>
  )
}
