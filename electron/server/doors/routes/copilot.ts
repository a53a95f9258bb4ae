/** The copilot: settings of the company, what agents ask, what became of it. */

import { rewrite, suggest } from '../../automation/copilot/answer'
import { keepOutcome } from '../../automation/copilot/calls'
import { decideProposal, proposalsFor } from '../../automation/copilot/proposals'
import {
  formProviderForTask,
  offersFor,
  providerOfForm,
  saveSettings,
  settingsView,
} from '../../automation/copilot/settings'
import { summariesFor, summarise } from '../../automation/copilot/summaries'
import { translateDraft, translateMessages, translateTicket } from '../../automation/copilot/translate'
import { tryEmbedding, tryProvider, tryTranscription } from '../../automation/copilot/try-provider'
import { askForTranscript } from '../../automation/transcripts/ask'
import { originOf } from '../../platform/audit/audited'
import type { HandlersOf } from '../../platform/http/handlers'
import { leaving } from '../../platform/http/lines'
import { refuseWithoutFeature } from '../../platform/plans/limits'
import type { Me, Workspace } from '../../workspace'
import { inPlan } from './in-plan'

/** Calls that ask no model or undo what one proposed. */
type Free =
  | 'copilot.offers'
  | 'copilot.translateTicket'
  | 'copilot.proposals'
  | 'copilot.decide'
  | 'copilot.outcome'

const allowed = (app: Workspace, me: Me): Promise<void> =>
  refuseWithoutFeature(app.db, me.companyId, 'useOpenAi')

export const copilotHandlers: HandlersOf<'copilot'> = {
  'copilot.offers': ({ app, me }) => offersFor(app.db, me),
  'copilot.translateTicket': async ({ app, me, body }) => {
    if (body.language !== null) await allowed(app, me)
    return { ticket: await translateTicket(app, me, body) }
  },
  'copilot.proposals': ({ app, me, params }) => proposalsFor(app.db, me, params.ticketId),
  'copilot.decide': async ({ app, me, params, body, request }) => {
    await decideProposal(app, me, params.id, body, originOf(request))
    return null
  },
  'copilot.outcome': async ({ app, me, params, body }) => {
    await keepOutcome(app, me, params.id, body)
    return null
  },

  ...inPlan<Exclude<keyof HandlersOf<'copilot'>, Free>>('useOpenAi', {
    'copilot.settings': ({ app, me }) => settingsView(app, me),
    'copilot.saveSettings': ({ app, me, body }) => saveSettings(app, me, body),
    'copilot.test': async ({ app, me, body }) => tryProvider(app, me, await providerOfForm(app, me, body)),
    'copilot.testTranscription': async ({ app, me, body }) =>
      tryTranscription(app, me, await formProviderForTask(app, me, body, 'transcription')),
    'copilot.testEmbedding': async ({ app, me, body }) =>
      tryEmbedding(app, me, await formProviderForTask(app, me, body, 'embedding')),
    // Streams of lines; the answer of a `raw` call is sent as it is.
    'copilot.suggest': async ({ app, me, body, reply }) => (await suggest(app, me, body, reply)) as null,
    'copilot.rewrite': async ({ app, me, body, reply }) => (await rewrite(app, me, body, reply)) as null,
    'copilot.summaries': ({ app, me, query }) => summariesFor(app.db, me, query.ticketIds ?? []),
    'copilot.summarise': async ({ app, me, params, body, reply }) =>
      (await summarise(app, me, params.ticketId, body.language, reply)) as null,
    'copilot.transcribe': async ({ app, me, body }) => ({
      message: await askForTranscript(app, me, body.messageId),
    }),
    'copilot.translateMessages': ({ app, me, body, reply }) =>
      translateMessages(app, me, body, leaving(reply)),
    'copilot.translateDraft': ({ app, me, body, reply }) => translateDraft(app, me, body, leaving(reply)),
  }),
}
