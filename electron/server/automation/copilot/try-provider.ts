/** The test buttons of the copilot's settings: one short question, a second of silence, a short text. */
import { tryEmbedder, tryModel, tryTranscriber } from '../../../copilot/try-model'
import { aiCodeOf } from '../../../providers/chat-model'
import { ApiError } from '../../errors'
import { reasonOf } from '../../log'
import type { Me, Workspace } from '../../workspace'
import { pace } from '../integrations/try-prompt'
import { type Provider, wayTo } from './settings'

/** @throws ApiError ERR_TOO_MANY_ATTEMPTS, and those of the provider. */
async function tried<T>(app: Workspace, me: Me, work: () => Promise<T>): Promise<T> {
  await pace(app, me)
  try {
    return await work()
  } catch (error) {
    app.log.warn('the copilot was tried in vain', { reason: reasonOf(error) })
    throw new ApiError(aiCodeOf(error))
  }
}

/** @throws as `tried`. */
export const tryProvider = (app: Workspace, me: Me, provider: Provider) =>
  tried(app, me, async () => tryModel({ ...provider, ...(await wayTo(app, provider)) }))

/** @throws as `tried`. */
export const tryTranscription = (app: Workspace, me: Me, provider: Provider) =>
  tried(app, me, async () => tryTranscriber({ ...provider, ...(await wayTo(app, provider)) }))

/** @throws as `tried`. */
export const tryEmbedding = (app: Workspace, me: Me, provider: Provider) =>
  tried(app, me, async () => tryEmbedder({ ...provider, ...(await wayTo(app, provider)) }))
