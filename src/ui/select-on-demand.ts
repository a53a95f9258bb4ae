import { onDemand } from './on-demand'
import type { Select } from './select'

const drawn = onDemand(async () => (await import('./select')).Select)

/**
 * The select of this product where it is not on the first screen: its files come when it is drawn for the first time, or
 * ahead of it (`prepareSelect`), so that what is typed at once is not lost.
 */
export const SelectOnDemand = drawn as unknown as typeof Select

export const prepareSelect = drawn.prepare
