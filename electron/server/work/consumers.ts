/** All that follows by itself from what happens, in the order in which it is told. What is new is named here, and nowhere else. */
import { handingOut } from '../assignment/work'
import { answers } from '../auto-replies/answers'
import { following } from '../campaigns/follow'
import { summaries } from '../copilot/summary-lines'
import type { Consumer } from '../happenings/consumer'
import { rulesAsked } from '../rules/raise'
import { promised } from '../service-levels/refresh'
import { transcribing } from '../transcripts/ask'
import { delivering } from '../webhooks/job'

export const CONSUMERS: readonly Consumer[] = [
  following,
  answers,
  rulesAsked,
  transcribing,
  summaries,
  promised,
  handingOut,
  delivering,
]
