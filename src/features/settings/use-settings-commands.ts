import { useMemo } from 'react'
import { useTexts } from '@/i18n'
import { type Command, useCommands } from '@/stores/commands'
import { useKeyActions } from '@/stores/key-actions'
import { useSteadyNavigate } from '@/ui'
import { SECTION_ICONS, sectionPath } from './sections'
import { useSectionGroups } from './use-section-groups'

/** Ctrl+, and every section of the settings in the palette, wherever one is. */
export function useSettingsCommands(): void {
  const { t } = useTexts()
  const navigate = useSteadyNavigate()
  const groups = useSectionGroups()
  useKeyActions('settings', { settings: () => void navigate('/settings') })
  useCommands(
    'settings',
    useMemo<Command[]>(
      () =>
        groups
          .flatMap(group => group.sections)
          .map(key => ({
            id: `settings.${key}`,
            title: `${t('settings.title')}: ${t(`settings.section.${key}`)}`,
            detail: '',
            group: 'go',
            icon: SECTION_ICONS[key],
            keywords: t(`settings.about.${key}`),
            ...(key === 'account' ? { keyAction: 'settings' as const } : {}),
            typed: true,
            run: () => void navigate(sectionPath(key)),
          })),
      [groups, t, navigate],
    ),
  )
}
