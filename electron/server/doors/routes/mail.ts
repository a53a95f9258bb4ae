/** Forgotten passwords and the mail server they need. */
import { originOf } from '../../platform/audit/audited'
import { refuseTooMany } from '../../platform/auth/attempts'
import { networkOf } from '../../platform/auth/network'
import type { HandlersOf } from '../../platform/http/handlers'
import { askForCode, resetPassword } from '../../platform/mail/forgotten'
import { sendMail } from '../../platform/mail/send'
import { deliveryOf, mailFolder, saveSettings, settingsView } from '../../platform/mail/settings'

/** Test mails of one super-administrator: a mail server that is asked too often blocks the sender. */
const TESTS = { attempts: 20, windowMs: 10 * 60_000 }

export const passwordHandlers: HandlersOf<'passwords'> = {
  'passwords.forgotten': async ({ app, params, query, request }) => {
    await askForCode(app, params.email, networkOf(request.ip), query.language)
    return null
  },

  'passwords.reset': async ({ app, params, request }) => {
    await resetPassword(app, params, originOf(request))
    return null
  },
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

  'mail.test': async ({ app, me, body }) => {
    await refuseTooMany(app.memory.attempts('test mails', TESTS).count(String(me.id)))
    const { testMail } = await import('../../platform/mail/letters')
    const delivery = await sendMail(app, testMail(body.to, body.language))
    return { delivery }
  },
}
