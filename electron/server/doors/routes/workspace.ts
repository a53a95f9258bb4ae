/** The first company of an empty workspace, and a new company's first steps. */
import { refuseTooMany } from '../../platform/auth/attempts'
import { networkOf } from '../../platform/auth/network'
import { firstStepsOf, setFirstSteps } from '../../platform/companies/first-steps'
import { foundCompany, kindOf } from '../../platform/companies/found'
import type { HandlersOf } from '../../platform/http/handlers'

/** Tries from one address in an hour: enough for a person who mistypes the code, too few to guess it. */
const TRIES = { attempts: 20, windowMs: 3_600_000 }

export const workspaceHandlers: HandlersOf<'workspace' | 'firstSteps'> = {
  'workspace.state': async ({ app }) => {
    const kind = (await kindOf(app.db)) ?? 'empty'
    return {
      kind,
      channel: app.channel.kind,
      providers: [...(app.channel.providers ?? [])],
      missing: [...(app.channel.missing ?? [])],
      codeNeeded: kind === 'empty' && app.setupCode !== null,
    }
  },

  'workspace.found': async ({ app, body, request }) => {
    await refuseTooMany(app.memory.attempts('founding', TRIES).count(networkOf(request.ip)))
    // In the sign-in queue: hashing passwords must not hold up people who are signed in.
    await app.memory.signIns.pass(`founding by ${body.email.toLowerCase()}`, request.ip, () =>
      foundCompany(app, body),
    )
    return null
  },

  'firstSteps.get': ({ app, me }) => firstStepsOf(app.db, me.companyId),

  'firstSteps.update': ({ app, me, body }) => setFirstSteps(app.db, me.companyId, body.shown),
}
