export { useCeilingNotice } from './ceiling-notice'
export { LANGUAGE_CHOICES, languageName } from './language'
export { MessageTranslation } from './message-translation'
export { answerLeaving } from './outcome'
export { Proposals } from './proposals'
export { TicketSummary } from './ticket-summary'
export { CopilotTools } from './tools'
export { TranslationBar, useTranslatedTo } from './translation-bar'
export { useCopilot } from './use-copilot'
export { type TranslatedDraft, useDraftTranslation } from './use-draft-translation'

import { onDemand } from '@/ui'

export const CopilotCard = onDemand(async () => (await import('./card')).CopilotCard)
export const CopilotEditor = onDemand(async () => (await import('./editor')).CopilotEditor)
export const DraftTranslationCard = onDemand(async () => (await import('./draft-card')).DraftTranslationCard)
