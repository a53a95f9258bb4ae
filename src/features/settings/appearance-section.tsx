import { Monitor, Moon, Sun } from 'lucide-react'
import { LANGUAGE_NAMES, LANGUAGES, useTexts } from '@/i18n'
import { setPreferences, usePreferences } from '@/stores/preferences'
import { Group, linesOf } from './parts'
import styles from './sections.module.css'

const icon = (Icon: typeof Sun) => <Icon size={16} strokeWidth={1.5} aria-hidden="true" />

/** Theme, language and size of the text. */
export function AppearanceSection() {
  const { t } = useTexts()
  const { choice } = linesOf(usePreferences(), setPreferences)
  return (
    <Group alone title={t('settings.section.appearance')}>
      {choice('theme', t('settings.appearance.theme'), [
        ['light', t('settings.appearance.light'), icon(Sun)],
        ['dark', t('settings.appearance.dark'), icon(Moon)],
        ['system', t('settings.appearance.system'), icon(Monitor)],
      ])}
      {choice(
        'language',
        t('settings.appearance.language'),
        LANGUAGES.map(value => [value, LANGUAGE_NAMES[value]] as const),
        { hint: t('settings.appearance.languageHint') },
      )}
      {choice(
        'fontSize',
        t('settings.appearance.textSize'),
        [
          [13, t('settings.appearance.small')],
          [14, t('settings.appearance.normal')],
          [16, t('settings.appearance.large')],
        ],
        { hint: <span className={styles.sample}>{t('settings.appearance.sample')}</span> },
      )}
      {choice(
        'listDensity',
        t('settings.appearance.density'),
        [
          [null, t('settings.appearance.menuAuto')],
          ['compact', t('settings.appearance.densityCompact')],
          ['normal', t('settings.appearance.densityNormal')],
          ['roomy', t('settings.appearance.densityRoomy')],
        ],
        { hint: t('settings.appearance.densityHint') },
      )}
      {choice(
        'drawerOpen',
        t('settings.appearance.menu'),
        [
          [null, t('settings.appearance.menuAuto')],
          [true, t('settings.appearance.menuOpen')],
          [false, t('settings.appearance.menuFolded')],
        ],
        { hint: t('settings.appearance.menuHint') },
      )}
    </Group>
  )
}
