import { useMemo } from 'react'
import { useTexts } from '@/i18n'
import { type Command, useCommands } from '@/stores/commands'
import { useOffered } from '@/stores/servers'
import { useHolds } from '@/stores/session'
import { useSteadyNavigate } from '@/ui'
import { SECTIONS, sectionPath } from './sections'

/** Every section of the reports in the palette, for who may see them. */
export function useReportCommands(): void {
  const { t } = useTexts()
  const navigate = useSteadyNavigate()
  const offered = useOffered('reports')
  const may = useHolds('reports:view') && offered
  useCommands(
    'reports',
    useMemo<Command[]>(
      () =>
        may
          ? SECTIONS.map(({ key, icon }) => ({
              id: `reports.${key}`,
              title: `${t('reports.title')}: ${t(`reports.section.${key}`)}`,
              group: 'go',
              icon,
              keywords: t(`reports.about.${key}`),
              typed: true,
              run: () => void navigate(sectionPath(key)),
            }))
          : [],
      [may, t, navigate],
    ),
  )
}
