/**
 * All consumers of what happens, in the order they are called. A new automatic feature is added here and nowhere else.
 */
import { handingOut } from '../../automation/assignment/work'
import { answers } from '../../automation/auto-replies/answers'
import { switchedOff } from '../../automation/auto-replies/switched-off'
import { following } from '../../automation/campaigns/follow'
import { ticketProposing } from '../../automation/copilot/classify'
import { articleVectors } from '../../automation/copilot/embed-articles'
import { articleProposing } from '../../automation/copilot/learn'
import { summaries } from '../../automation/copilot/summary-lines'
import { rulesAsked } from '../../automation/rules/raise'
import { escalation } from '../../automation/service-levels/escalate'
import { promised } from '../../automation/service-levels/refresh'
import { transcribing } from '../../automation/transcripts/ask'
import { delivering } from '../../automation/webhooks/job'
import { numberChecks } from '../../desk/contact-lists/checks'
import type { Consumer } from '../../desk/happenings/consumer'
import { linkPreviews } from '../../desk/link-previews/job'
import { reportMails } from '../report-schedules/job'

export const CONSUMERS: readonly Consumer[] = [
  following,
  answers,
  rulesAsked,
  transcribing,
  summaries,
  promised,
  handingOut,
  delivering,
  escalation,
  switchedOff,
  linkPreviews,
  numberChecks,
  ticketProposing,
  articleProposing,
  articleVectors,
  reportMails,
]
