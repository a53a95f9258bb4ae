/** All that follows by itself from what happens, in the order in which it is told. What is new is named here, and nowhere else. */
import { answers } from '../../automation/auto-replies/answers'
import { following } from '../../automation/campaigns/follow'
import { summaries } from '../../automation/copilot/summary-lines'
import { rulesAsked } from '../../automation/rules/raise'
import { transcribing } from '../../automation/transcripts/ask'
import type { Consumer } from '../../desk/happenings/consumer'

export const CONSUMERS: readonly Consumer[] = [following, answers, rulesAsked, transcribing, summaries]
