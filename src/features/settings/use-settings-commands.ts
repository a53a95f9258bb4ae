import { useMemo } from 'react'
import { useTexts } from '@/i18n'
import { type Command, useCommands } from '@/stores/commands'
import { useKeyAction } from '@/stores/key-actions'
import { useHolds } from '@/stores/session'
import { useSteadyNavigate } from '@/ui'
import { groupsFor, SECTION_ICONS, sectionPath } from './sections'

/** Ctrl+, and every section of the settings in the palette, wherever one is. */
export function useSettingsCommands(): void {
  const { t } = useTexts()
  const navigate = useSteadyNavigate()
  const admin = useHolds('drawer-admin-items:view')
  useKeyAction('settings', () => void navigate('/settings'))
  useCommands(
    'settings',
    useMemo<Command[]>(
      () =>
        groupsFor(admin)
          .flatMap(group => group.sections)
          .map(key => ({
            id: `settings.${key}`,
            title: `${t('settings.title')}: ${t(`settings.section.${key}`)}`,
            detail: '',
            group: 'go',
            icon: SECTION_ICONS[key],
            keywords: t(`settings.about.${key}`),
            ...(key === 'account' ? { keyAction: 'settings' as const } : {}),
            run: () => void navigate(sectionPath(key)),
          })),
      [admin, t, navigate],
    ),
  )
}
