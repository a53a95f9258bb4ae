/** Forgotten passwords and the mail server they need (docs/specification.md 3.7). */
import type { FastifyReply } from 'fastify'
import { originOf } from '../audit/audited'
import { ApiError } from '../errors'
import type { HandlersOf } from '../http/handlers'
import { networkOf } from '../http/network'
import { askForCode, resetPassword } from '../mail/forgotten'
import { sendMail } from '../mail/send'
import { deliveryOf, mailFolder, saveSettings, settingsView } from '../mail/settings'
import type { Workspace } from '../workspace'

/** Says in the head of an error when to come back. */
async function paced<T>(reply: FastifyReply, work: () => Promise<T>): Promise<T> {
  try {
    return await work()
  } catch (error) {
    if (error instanceof ApiError && error.code === 'ERR_TOO_MANY_ATTEMPTS')
      reply.header('retry-after', String(error.details.retryAfter))
    throw error
  }
}

/** Test mails of one super-administrator: a mail server that is asked without end takes nothing any more. */
const TESTS = { attempts: 20, windowMs: 10 * 60_000 }

/** @throws ApiError ERR_TOO_MANY_ATTEMPTS */
async function refuseManyTests(app: Workspace, userId: number): Promise<void> {
  const retryAfter = await app.memory.attempts('test mails', TESTS).count(String(userId))
  if (retryAfter > 0) throw new ApiError('ERR_TOO_MANY_ATTEMPTS', { retryAfter })
}

export const passwordHandlers: HandlersOf<'passwords'> = {
  'passwords.forgotten': ({ app, params, query, request, reply }) =>
    paced(reply, async () => {
      await askForCode(app, params.email, networkOf(request.ip), query.language)
      return null
    }),

  'passwords.reset': ({ app, params, request, reply }) =>
    paced(reply, async () => {
      await resetPassword(app, params, originOf(request))
      return null
    }),
}

export const mailHandlers: HandlersOf<'mail'> = {
  'mail.state': async ({ app }) => {
    const delivery = await deliveryOf(app.db)
    return { delivery, folder: delivery === 'folder' ? mailFolder(app) : null }
  },

  'mail.settings': ({ app }) => settingsView(app),

  'mail.saveSettings': async ({ app, body }) => {
    await saveSettings(app, body)
    return settingsView(app)
  },

  'mail.test': ({ app, me, body, reply }) =>
    paced(reply, async () => {
      await refuseManyTests(app, me.id)
      const { testMail } = await import('../mail/letters')
      return { delivery: await sendMail(app, testMail(body.to, body.language)) }
    }),
}
