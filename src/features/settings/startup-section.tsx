import { Switch } from 'antd'
import { useTexts } from '@/i18n'
import { setPreferences, usePreferences } from '@/stores/preferences'
import { useSystem } from '@/stores/system'
import { GlobalShortcutLine } from './global-shortcut-line'
import { Choice, Group, Line } from './parts'

/** Start at login, whether the computer may sleep, and what closing the window means. */
export function StartupSection() {
  const { t } = useTexts()
  const { startAtLogin, stayAwake, closeToTray } = usePreferences()
  const tray = useSystem(state => state.attention?.tray ?? true)
  return (
    <Group alone title={t('settings.section.startup')}>
      <Line label={t('settings.startup.login')} hint={t('settings.startup.loginHint')}>
        {({ labelId }) => (
          <Choice
            labelledBy={labelId}
            value={startAtLogin}
            onChange={value => void setPreferences({ startAtLogin: value })}
            options={[
              { value: 'off', label: t('settings.startup.loginOff') },
              { value: 'on', label: t('settings.startup.loginOn') },
              { value: 'minimised', label: t('settings.startup.loginMinimised') },
            ]}
          />
        )}
      </Line>
      <Line label={t('settings.startup.awake')} hint={t('settings.startup.awakeHint')}>
        {({ labelId, hintId }) => (
          <Switch
            aria-labelledby={labelId}
            aria-describedby={hintId}
            checked={stayAwake}
            onChange={value => void setPreferences({ stayAwake: value })}
          />
        )}
      </Line>
      <GlobalShortcutLine />
      <Line
        label={t('settings.startup.close')}
        hint={t(tray ? 'settings.startup.closeHint' : 'settings.startup.noTray')}
        stacked
      >
        {({ labelId }) => (
          <Choice
            labelledBy={labelId}
            value={closeToTray === null ? 'auto' : closeToTray ? 'tray' : 'quit'}
            onChange={value =>
              void setPreferences({ closeToTray: value === 'auto' ? null : value === 'tray' })
            }
            options={[
              { value: 'auto', label: t('settings.startup.closeAuto') },
              { value: 'tray', label: t('settings.startup.closeTray') },
              { value: 'quit', label: t('settings.startup.closeQuit') },
            ]}
          />
        )}
      </Line>
    </Group>
  )
}
