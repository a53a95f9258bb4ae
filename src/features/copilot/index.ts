export { answerSent } from './outcome'
export { TicketSummary } from './ticket-summary'
export { CopilotTools } from './tools'
export { useCopilot } from './use-copilot'

import { onDemand } from '@/ui'

export const CopilotCard = onDemand(async () => (await import('./card')).CopilotCard)
export const CopilotEditor = onDemand(async () => (await import('./editor')).CopilotEditor)
