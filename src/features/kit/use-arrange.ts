import { ArrowDown, ArrowUp } from 'lucide-react'
import { useRef } from 'react'
import { useTexts } from '@/i18n'
import type { Filters, PagedList } from '@/stores/paged-list'
import type { RowAction } from '@/ui'
import { useAttempt } from './use-remove'

/**
 * The actions that move a row of a list by one place.
 * @param arrange puts rows into another order on the server, given their ids; without it no row moves.
 * @param menuOnly whether they stand in the menu alone.
 * @returns those of a row and its name; none while something is searched, because a place is one among all.
 */
export function useArrange<T, F extends Filters>(
  list: PagedList<T, F>,
  arrange: ((ids: number[]) => Promise<unknown>) | undefined,
  menuOnly: boolean,
): (row: T, name: string) => RowAction[] {
  const { t } = useTexts()
  const attempt = useAttempt()
  const { rows, search } = list.use()
  /** Moves go one after the other: each begins where the one before has put its row. */
  const moving = useRef<Promise<unknown>>(Promise.resolve())
  return (row, name) => {
    if (!arrange || search !== '') return []
    const key = list.key(row)
    const keys = rows.map(list.key)
    const at = keys.indexOf(key)
    const moveBy = async (by: -1 | 1): Promise<void> => {
      const { rows, search } = list.use.getState()
      const now = rows.map(list.key)
      const from = now.indexOf(key)
      if (search !== '' || from < 0 || now[from + by] === undefined) return
      await arrange(
        now
          .toSpliced(from, 1)
          .toSpliced(from + by, 0, key)
          .map(Number),
      )
      await list.reload()
    }
    return ([-1, 1] as const).map(by => ({
      key: by < 0 ? 'up' : 'down',
      menuOnly,
      icon: by < 0 ? ArrowUp : ArrowDown,
      label: t(by < 0 ? 'kit.list.up' : 'kit.list.down', { name }),
      disabled: keys[at + by] === undefined,
      run: () => {
        moving.current = moving.current.then(() => attempt(() => moveBy(by), ''))
      },
    }))
  }
}
