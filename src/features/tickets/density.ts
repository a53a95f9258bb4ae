import { NARROW_PX, type Preferences } from '@contract'
import { usePreferences } from '@/stores/preferences'
import { useMedia } from '@/ui'

type Density = NonNullable<Preferences['listDensity']>

interface RowSize {
  density: Density
  /** Height of a row, in pixels. */
  rowPx: number
}

/** A multiple of 4 each; what a row shows by it stands in docs/look.md section 4. */
const SIZES: Record<Density, RowSize> = {
  compact: { density: 'compact', rowPx: 48 },
  normal: { density: 'normal', rowPx: 68 },
  roomy: { density: 'roomy', rowPx: 88 },
}

/** How high rows of tickets are: as the person chose, else compact on narrow screens and normal on others. */
export function useRowSize(): RowSize {
  const chosen = usePreferences(state => state.listDensity)
  const narrow = useMedia(`(max-width: ${NARROW_PX - 1}px)`)
  return SIZES[chosen ?? (narrow ? 'compact' : 'normal')]
}
