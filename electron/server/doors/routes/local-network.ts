/** Colleagues of this network: the switch, and invitations (docs/local-network.md). */

import { ApiError } from '../../errors'
import { originOf } from '../../platform/audit/audited'
import { record } from '../../platform/audit/record'
import { refuseTooMany } from '../../platform/auth/attempts'
import { networkOf } from '../../platform/auth/network'
import type { Call, HandlersOf } from '../../platform/http/handlers'
import {
  announceNetwork,
  invite,
  lookAt,
  openInvitations,
  take,
  takeBack,
  wasMade,
} from '../../platform/local-network/invitations'
import type { LocalNetwork } from '../../platform/local-network/local-network'
import type { Workspace } from '../../workspace'

/**
 * Unknown secrets from one address: more than the people behind it mistype, and too few to guess 2^40. After that every
 * attempt is slowed down, right or wrong: otherwise a right one could be told from wrong ones.
 */
const WRONG = { attempts: 100, windowMs: 15 * 60_000 }
const BEYOND = { attempts: 2, windowMs: 10_000 }

/** @throws ApiError ERR_NO_PERMISSION on a standalone server or a demo, which never let colleagues in. */
function offered(app: Workspace): LocalNetwork {
  if (!app.localNetwork) throw new ApiError('ERR_NO_PERMISSION')
  return app.localNetwork
}

/**
 * Runs work that requires a secret, and counts unknown secrets. An expired one is not a guess.
 * @throws ApiError ERR_TOO_MANY_ATTEMPTS, and whatever `work` throws.
 */
async function counted<T>(
  { app, request, body }: Pick<Call<'invitations.look'>, 'app' | 'request' | 'body'>,
  work: () => Promise<T>,
): Promise<T> {
  offered(app)
  const wrong = app.memory.attempts('invitations', WRONG)
  const address = networkOf(request.ip)
  if ((await wrong.wait(address)) > 0)
    await refuseTooMany(app.memory.attempts('invitations beyond', BEYOND).count(address))
  try {
    return await work()
  } catch (error) {
    const isRefused = error instanceof ApiError && error.code === 'ERR_INVITATION'
    if (isRefused && !(await wasMade(app, body.secret))) await wrong.count(address)
    throw error
  }
}

export const localNetworkHandlers: HandlersOf<'localNetwork'> = {
  'localNetwork.get': async ({ app, me }) => {
    const state = (await app.localNetwork?.state()) ?? { on: false, places: [], fingerprint: '' }
    return { ...state, invitations: await openInvitations(app.db, me.companyId) }
  },

  'localNetwork.open': async ({ app, me }) => {
    await offered(app).open()
    await announceNetwork(app, me.companyId)
    return null
  },

  'localNetwork.close': async ({ app, me }) => {
    await offered(app).close()
    await announceNetwork(app, me.companyId)
    return null
  },
}

export const invitationHandlers: HandlersOf<'invitations'> = {
  'invitations.create': ({ app, me, body }) => invite(app, me, body),

  'invitations.remove': async ({ app, me, params }) => {
    await takeBack(app, me, params.id)
    return null
  },

  'invitations.look': call => counted(call, () => lookAt(call.app, call.body.secret)),

  'invitations.join': async call => {
    const { app, body, request } = call
    const network = offered(app)
    // In the sign-in queue, because it hashes passwords and slows down wrong ones.
    const joins = () => app.memory.signIns.pass(body.email.toLowerCase(), request.ip, () => take(app, body))
    const { id, name, companyId } = await counted(call, joins)
    await record(app, {
      ...{ companyId, userId: id, userName: name, action: 'run', subject: 'invitations' },
      ...{ subjectId: String(id), subjectName: name },
      changes: [{ field: 'operation', from: '', to: 'invitations.join' }],
      ...originOf(request),
    })
    return { key: network.key, places: network.places() }
  },
}
