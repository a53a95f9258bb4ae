/** Macros: their screen, and what is pressed in a ticket. */
import { onDemand } from '@/ui'

export { useMacroPress } from './use-macro-press'
export const MacrosScreen = onDemand(async () => (await import('./macros-screen')).MacrosScreen)
