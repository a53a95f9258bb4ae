/** The form of a view, and the field that chooses one, for the screens that show what is in it. */
import { onDemand } from '@/ui'

export { ViewSelect } from './view-select'
export const ViewDialog = onDemand(async () => (await import('./view-dialog')).ViewDialog)
