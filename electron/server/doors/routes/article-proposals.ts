/** Articles proposed from conversations that have ended. */
import { acceptProposal, dropProposal, proposalsPage } from '../../automation/articles/proposals'
import type { HandlersOf } from '../../platform/http/handlers'

export const articleProposalHandlers: HandlersOf<'articleProposals'> = {
  'articleProposals.page': ({ app, me, query }) => proposalsPage(app.db, me, query.pageNumber),
  'articleProposals.accept': ({ app, me, params, body }) => acceptProposal(app, me, params.id, body),
  'articleProposals.remove': async ({ app, me, params }) => {
    await dropProposal(app, me, params.id)
    return null
  },
}
