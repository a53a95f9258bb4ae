import { Monitor, Moon, Sun } from 'lucide-react'
import { LANGUAGE_NAMES, LANGUAGES, useTexts } from '@/i18n'
import { setPreferences, usePreferences } from '@/stores/preferences'
import { Choice, Group, Line } from './parts'
import styles from './sections.module.css'

const icon = (Icon: typeof Sun) => <Icon size={16} strokeWidth={1.5} aria-hidden="true" />

/** Theme, language and size of the text. */
export function AppearanceSection() {
  const { t } = useTexts()
  const { theme, language, fontSize, drawerOpen, listDensity } = usePreferences()
  return (
    <Group alone title={t('settings.section.appearance')}>
      <Line label={t('settings.appearance.theme')}>
        {({ labelId }) => (
          <Choice
            labelledBy={labelId}
            value={theme}
            onChange={value => void setPreferences({ theme: value })}
            options={[
              { value: 'light', label: t('settings.appearance.light'), icon: icon(Sun) },
              { value: 'dark', label: t('settings.appearance.dark'), icon: icon(Moon) },
              { value: 'system', label: t('settings.appearance.system'), icon: icon(Monitor) },
            ]}
          />
        )}
      </Line>
      <Line label={t('settings.appearance.language')} hint={t('settings.appearance.languageHint')}>
        {({ labelId }) => (
          <Choice
            labelledBy={labelId}
            value={language}
            onChange={value => void setPreferences({ language: value })}
            options={LANGUAGES.map(value => ({ value, label: LANGUAGE_NAMES[value] }))}
          />
        )}
      </Line>
      <Line
        label={t('settings.appearance.textSize')}
        hint={<span className={styles.sample}>{t('settings.appearance.sample')}</span>}
      >
        {({ labelId }) => (
          <Choice
            labelledBy={labelId}
            value={fontSize}
            onChange={value => void setPreferences({ fontSize: value })}
            options={[
              { value: 13, label: t('settings.appearance.small') },
              { value: 14, label: t('settings.appearance.normal') },
              { value: 16, label: t('settings.appearance.large') },
            ]}
          />
        )}
      </Line>
      <Line label={t('settings.appearance.density')} hint={t('settings.appearance.densityHint')}>
        {({ labelId }) => (
          <Choice
            labelledBy={labelId}
            value={listDensity ?? 'auto'}
            onChange={value => void setPreferences({ listDensity: value === 'auto' ? null : value })}
            options={[
              { value: 'auto', label: t('settings.appearance.menuAuto') },
              { value: 'compact', label: t('settings.appearance.densityCompact') },
              { value: 'normal', label: t('settings.appearance.densityNormal') },
              { value: 'roomy', label: t('settings.appearance.densityRoomy') },
            ]}
          />
        )}
      </Line>
      <Line label={t('settings.appearance.menu')} hint={t('settings.appearance.menuHint')}>
        {({ labelId }) => (
          <Choice
            labelledBy={labelId}
            value={drawerOpen === null ? 'auto' : drawerOpen ? 'open' : 'folded'}
            onChange={value =>
              void setPreferences({ drawerOpen: value === 'auto' ? null : value === 'open' })
            }
            options={[
              { value: 'auto', label: t('settings.appearance.menuAuto') },
              { value: 'open', label: t('settings.appearance.menuOpen') },
              { value: 'folded', label: t('settings.appearance.menuFolded') },
            ]}
          />
        )}
      </Line>
    </Group>
  )
}
