/** All that follows by itself from what happens, in the order in which it is told. What is new is named here, and nowhere else. */
import { answers } from '../auto-replies/answers'
import { following } from '../campaigns/follow'
import { summaries } from '../copilot/summary-lines'
import type { Consumer } from '../happenings/consumer'
import { rulesAsked } from '../rules/raise'
import { transcribing } from '../transcripts/ask'

export const CONSUMERS: readonly Consumer[] = [following, answers, rulesAsked, transcribing, summaries]
