import { onDemand } from './on-demand'
import type { Select } from './select'

/** The select of this product where it is not on the first screen: its files come when it is drawn for the first time. */
export const SelectOnDemand = onDemand(async () => (await import('./select')).Select) as typeof Select
