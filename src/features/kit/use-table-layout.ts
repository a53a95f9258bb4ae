import type { Preferences } from '@contract'
import { useMemo } from 'react'
import { useTexts } from '@/i18n'
import { setPreferences, usePreferences } from '@/stores/preferences'
import { type TableLayout, useRowPx } from '@/ui'

const NOTHING: Preferences['tables'][string] = {}

/** Height of a row, in pixels, for a table that lays its rows itself. */
export const useTableRowPx = (): number => useRowPx(usePreferences(state => state.tableDensity))

/**
 * How somebody arranged a table on this computer, and its words; for `layout` of a DataTable.
 * @param name of the table in the program, unique in the product. A PagedScreen takes its list's.
 */
export function useTableLayout(name: string): TableLayout {
  const { t } = useTexts()
  const density = usePreferences(state => state.tableDensity)
  const { hidden, widths } = usePreferences(state => state.tables[name]) ?? NOTHING
  return useMemo(
    () => ({
      density,
      hidden: hidden ?? [],
      widths: widths ?? {},
      onChange: ({ density: tableDensity, ...change }) =>
        void setPreferences({
          ...(tableDensity ? { tableDensity } : {}),
          ...(change.hidden || change.widths ? { tables: { [name]: change } } : {}),
        }),
      words: {
        columns: t('kit.table.columns'),
        compact: t('kit.table.compact'),
        restore: t('kit.table.restore'),
        width: title => t('kit.table.width', { column: title }),
        widthKeys: t('kit.table.widthKeys'),
        automatic: t('kit.table.automatic'),
      },
    }),
    [density, hidden, widths, name, t],
  )
}
