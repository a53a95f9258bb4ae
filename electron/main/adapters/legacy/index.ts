/**
 * The adapter of the older product legacy. Every call that differs has a line in the table below; everything else goes
 * through as it is, with pages and errors brought into shape. How that product answers: docs/legacy-server.md.
 */
import type { ServerClient } from '../../session/server-client'
import type { AdapterUser, ServerAdapter } from '../adapter'
import { LEGACY_CAPABILITIES } from '../capabilities'
import * as automation from './automation'
import {
  ApiError,
  type Ask,
  answer,
  asked,
  createLegacyApi,
  errorAnswer,
  type LegacyApi,
  record,
  SeenMessages,
  wordsOf,
} from './call'
import * as campaigns from './campaigns'
import * as chats from './chats'
import * as connections from './connections'
import { errorAnswerOf } from './errors'
import { translateEvent } from './events'
import { forwardMessage } from './forwarding'
import { importContacts } from './import-contacts'
import * as kanban from './kanban'
import * as lists from './lists'
import * as messages from './messages'
import * as payments from './payments'
import * as people from './people'
import { eventWithPictures, type PicturePath, withPictures } from './pictures'
import * as platform from './platform'
import * as options from './queue-options'
import { createRecentAnswers } from './recent'
import * as schedules from './schedules'
import * as tickets from './tickets'

type Route = [method: string, pattern: string, handle: (legacy: LegacyApi, ask: Ask) => Promise<Response>]

/** Called there, understood here; order matters where patterns overlap. */
const ROUTES: Route[] = [
  ['GET', '/auth/me', people.whoAmI],
  ['GET', '/tickets/counts', tickets.countTickets],
  ['POST', '/tickets/closeAll', tickets.closeAll],
  ['GET', '/tickets/u/:uuid', tickets.getTicket],
  ['GET', '/tickets/:id', tickets.getTicket],
  ['GET', '/tickets', tickets.listTickets],
  ['POST', '/tickets', tickets.createTicket],
  ['PUT', '/tickets/:id', tickets.updateTicket],
  ['PUT', '/tickets/:id/priority', async () => errorAnswer(501, 'SERVER_LACKS')],
  ['PUT', '/tickets/:id/snooze', async () => errorAnswer(501, 'SERVER_LACKS')],
  ['DELETE', '/tickets/:id/snooze', async () => errorAnswer(501, 'SERVER_LACKS')],
  ['PUT', '/tickets/:id/holder', async () => errorAnswer(501, 'SERVER_LACKS')],
  ['POST', '/breaks', async () => errorAnswer(501, 'SERVER_LACKS')],
  ['DELETE', '/breaks', async () => errorAnswer(501, 'SERVER_LACKS')],
  ['POST', '/messages/edit/:id', messages.editMessage],
  ['POST', '/messages/:id/reactions', async () => errorAnswer(501, 'SERVER_LACKS')],
  // Nothing there shows it.
  ['POST', '/messages/:id/typing', async () => answer(null)],
  ['PUT', '/messages/:id', async () => answer(null)],
  ['DELETE', '/messages/:id', messages.removeMessage],
  ['GET', '/messages/:ticketId', messages.listMessages],
  // The one call that lies below /api there.
  ['POST', '/messages/send', messages.sendExternal],
  ['POST', '/messages/:ticketId', messages.sendMessage],
  ['POST', '/message/forward', forwardMessage],
  ['GET', '/announcements-everything', platform.announcements],
  ['GET', '/settings', people.listSettings],
  ['GET', '/settings/trial', async () => errorAnswer(404, 'ERR_NO_SETTING_FOUND')],
  ['GET', '/settings/allowregister', async () => errorAnswer(404, 'ERR_NO_SETTING_FOUND')],
  ['GET', '/settings/:key', people.oneSetting],
  ['POST', '/settings/media-upload', async () => errorAnswer(501, 'SERVER_LACKS')],
  ['DELETE', '/settings/media-upload', async () => errorAnswer(501, 'SERVER_LACKS')],
  ['GET', '/public-logos', async () => answer({ logos: [] })],
  ['GET', '/public-settings/:key', async () => errorAnswer(404, 'ERR_NO_SETTING_FOUND')],
  ['GET', '/whatsapp', connections.connections],
  ['POST', '/whatsapp', connections.saveConnection],
  ['GET', '/whatsapp-traffic', connections.lacking],
  ['POST', '/whatsapp-restart', connections.lacking],
  ['POST', '/whatsapp/:id/token', connections.renewToken],
  ['GET', '/whatsapp/:id/tickets', connections.lacking],
  ['GET', '/whatsapp/:id/cloud', connections.lacking],
  ['PUT', '/whatsapp/:id/cloud', connections.lacking],
  ['POST', '/whatsapp/:id/cloud/test', connections.lacking],
  ['GET', '/whatsapp/:id', connections.oneConnection],
  ['PUT', '/whatsapp/:id', connections.saveConnection],
  ['POST', '/whatsappsession/:id', connections.startSession],
  ['PUT', '/whatsappsession/:id', connections.startSession],
  ['DELETE', '/whatsappsession/:id', connections.endSession],
  ['POST', '/queue-order', connections.orderQueues],
  ['PUT', '/queue/:id', connections.changeQueue],
  ['POST', '/queue/:id/media-upload', connections.attached],
  ['DELETE', '/queue/:id/media-upload', connections.attached],
  ['POST', '/queue-options', options.saveOption],
  ['PUT', '/queue-options/:id', options.saveOption],
  ['DELETE', '/queue-options/:id', options.removeOption],
  ['POST', '/queue-options/:id/media-upload', connections.attached],
  ['DELETE', '/queue-options/:id/media-upload', connections.attached],
  ['GET', '/pairing-component', connections.lacking],
  ['POST', '/pairing-component', connections.lacking],
  ['DELETE', '/pairing-component', connections.lacking],
  ['GET', '/openapi.json', connections.lacking],
  ['GET', '/external-api', connections.lacking],
  ['GET', '/webhooks', connections.lacking],
  ['POST', '/webhooks', connections.lacking],
  ['PUT', '/webhooks/:id', connections.lacking],
  ['DELETE', '/webhooks/:id', connections.lacking],
  ['POST', '/webhooks/:id/secret', connections.lacking],
  ['POST', '/webhooks/:id/test', connections.lacking],
  ['GET', '/webhook-deliveries', connections.lacking],
  ['GET', '/webhook-deliveries/:id', connections.lacking],
  ['POST', '/webhook-deliveries/:id/resend', connections.lacking],
  ['GET', '/audit', connections.lacking],
  ['GET', '/audit/export', connections.lacking],
  ['GET', '/audit/platform', connections.lacking],
  ['GET', '/audit/platform/export', connections.lacking],
  // A legacy server's companies exist already; they need no first steps.
  [
    'GET',
    '/workspace',
    async () => answer({ kind: 'company', channel: 'real', providers: [], codeNeeded: false }),
  ],
  ['POST', '/workspace', connections.lacking],
  ['GET', '/first-steps', connections.lacking],
  ['PUT', '/first-steps', connections.lacking],
  ['GET', '/holidays', connections.lacking],
  ['POST', '/holidays', connections.lacking],
  ['PUT', '/holidays/:id', connections.lacking],
  ['DELETE', '/holidays/:id', connections.lacking],
  ['POST', '/contacts/importCsv', importContacts],
  ['POST', '/contacts/import', people.syncContacts],
  ['GET', '/contacts/export', async () => errorAnswer(501, 'SERVER_LACKS')],
  ['GET', '/contacts/:id/personal-data', connections.lacking],
  ['GET', '/contacts/:id/personal-data/counts', connections.lacking],
  ['DELETE', '/contacts/:id/personal-data', connections.lacking],
  ['GET', '/contacts/:id/tickets', tickets.ticketsOfContact],
  ['GET', '/contacts/:id/media', async () => answer({ messages: [], hasMore: false })],
  [
    'GET',
    '/contacts/list',
    async (legacy, ask) => answer(await legacy.json('GET', '/contacts/list', undefined, ask.signal)),
  ],
  ['GET', '/contacts/:id', people.oneContact],
  ['POST', '/contacts', people.saveContact],
  ['PUT', '/contacts/:id', people.saveContact],
  ['GET', '/ticket-notes/list', people.listNotes],
  ['POST', '/tags/sync', people.syncTags],
  ['GET', '/tags', people.pageOfTags],
  ['GET', '/kanban', kanban.readBoard],
  ['GET', '/kanban/:id', kanban.readLane],
  ['GET', '/quick-messages/list', people.quickMessages],
  ['GET', '/quick-messages', people.pageOfQuickMessages],
  ['PUT', '/quick-messages/:id', people.changeQuickMessage],
  ['GET', '/users', people.listUsers],
  ['POST', '/users', people.saveUser],
  ['PUT', '/users/:id', people.saveUser],
  ['GET', '/users/:id/open-tickets', people.openTicketsOf],
  ['GET', '/campaigns-audience', connections.lacking],
  ['POST', '/campaigns-test', connections.lacking],
  ['POST', '/campaigns', campaigns.saveCampaign],
  ['GET', '/campaigns/:id', campaigns.oneCampaign],
  ['PUT', '/campaigns/:id', campaigns.saveCampaign],
  ['POST', '/campaigns/:id/restart', campaigns.restartCampaign],
  ['GET', '/campaigns/:id/recipients', campaigns.recipientsOf],
  ['GET', '/campaigns/:id/timeline', connections.lacking],
  ['GET', '/campaigns/:id/export', connections.lacking],
  ['GET', '/campaign-opt-outs', connections.lacking],
  ['DELETE', '/campaign-opt-outs/:id', connections.lacking],
  ['POST', '/prompt/try', automation.lacking],
  ['GET', '/prompt', automation.pageOfPrompts],
  ['GET', '/prompt/:id', automation.onePrompt],
  ['POST', '/prompt', automation.savePrompt],
  ['PUT', '/prompt/:id', automation.savePrompt],
  ['DELETE', '/prompt/:id', automation.removePrompt],
  ['POST', '/queueIntegration/test', automation.lacking],
  ['POST', '/queueIntegration', automation.lacking],
  ['PUT', '/queueIntegration/:id', automation.lacking],
  ['GET', '/contact-lists', lists.pageOfLists],
  ['GET', '/contact-lists/list', lists.allLists],
  ['GET', '/contact-lists/:id', lists.oneList],
  ['POST', '/contact-lists/:id/rows', lists.addRows],
  ['POST', '/contact-lists/:id/recheck', connections.lacking],
  ['POST', '/contact-lists/:id/remove-items', lists.removeItems],
  ['GET', '/contact-list-items', lists.pageOfItems],
  ['POST', '/contact-list-items', lists.saveItem],
  ['PUT', '/contact-list-items/:id', lists.saveItem],
  ['POST', '/files', lists.saveFileList],
  ['GET', '/files/:id', lists.oneFileList],
  ['PUT', '/files/:id', lists.saveFileList],
  ['POST', '/files/uploadList/:id', lists.uploadFiles],
  ['GET', '/schedules', schedules.listSchedules],
  ['GET', '/schedules/calendar', schedules.calendarOfSchedules],
  ['GET', '/schedules/counts', schedules.countSchedules],
  ['POST', '/schedules', schedules.saveSchedule],
  ['PUT', '/schedules/:id', schedules.saveSchedule],
  ['GET', '/companies/:id/contents', async () => errorAnswer(501, 'SERVER_LACKS')],
  ['GET', '/companies', platform.pageOfCompanies],
  ['POST', '/companies', platform.createCompany],
  ['PUT', '/companies/:id', platform.saveCompany],
  ['POST', '/companies/cadastro', platform.createCompany],
  ['GET', '/plans/register', platform.offeredPlans],
  ['PUT', '/plans/:id', platform.savePlan],
  ['GET', '/invoices/all', payments.pageOfInvoices],
  ['GET', '/invoices', async () => errorAnswer(501, 'SERVER_LACKS')],
  ['PUT', '/invoices/:id', async () => errorAnswer(501, 'SERVER_LACKS')],
  ['GET', '/subscription', payments.subscription],
  ['GET', '/subscription/billing', payments.billing],
  ['POST', '/subscription', payments.pay],
  ['GET', '/payment-settings', async () => errorAnswer(501, 'SERVER_LACKS')],
  ['PUT', '/payment-settings', async () => errorAnswer(501, 'SERVER_LACKS')],
  ['GET', '/chats', chats.listChats],
  ['POST', '/chats', chats.saveChat],
  ['PUT', '/chats/:id', chats.saveChat],
  ['POST', '/chats/:id/messages', chats.sendChatMessage],
  ['POST', '/forgetpassword/:email', chats.forgottenPassword],
  ['POST', '/resetpasswords/:email/:token/:password', chats.resetPassword],
  // That server sends its mails by itself, or does not say that it cannot.
  ['GET', '/mail-state', async () => answer({ delivery: 'smtp', folder: null })],
  ['GET', '/mail-settings', connections.lacking],
  ['PUT', '/mail-settings', connections.lacking],
  ['POST', '/mail-settings/test', connections.lacking],
  ['GET', '/dashboard', people.dashboard],
  ['GET', '/dashboard/ticketsUsers', people.charts],
  ['GET', '/dashboard/ticketsDay', people.charts],
]

const COMPILED = ROUTES.map(([method, pattern, handle]) => ({
  method,
  handle,
  matcher: new RegExp(`^${pattern.replace(/:(\w+)/g, '(?<$1>[^/]+)')}$`),
}))

/** An answer nobody had to translate, without the credentials it may carry; an error in Turno's words. */
async function cleaned(response: Response): Promise<Response> {
  if (response.status >= 400) return errorAnswerOf({ status: response.status, text: await wordsOf(response) })
  const isJson = (response.headers.get('content-type') ?? '').includes('json')
  if (!response.ok || !isJson || response.status === 204) return response
  const text = await response.text()
  try {
    return answer(JSON.parse(text), response.status)
  } catch {
    return errorAnswer(502, 'SERVER_UNREADABLE')
  }
}

/**
 * @param user the signed-in user, for calls that must name one.
 * @param picture the path windows load a contact's picture by; without it pictures that lie elsewhere are left out.
 * @param aheadMs milliseconds the server's clock is ahead of ours; 0 while unknown or nearly equal.
 */
export function legacyAdapter(
  user: () => AdapterUser | null,
  picture: PicturePath = () => null,
  aheadMs: () => number = () => 0,
): ServerAdapter {
  const seen = new SeenMessages()
  const recent = createRecentAnswers()
  return {
    name: 'legacy',
    capabilities: LEGACY_CAPABILITIES,
    adapt(client: ServerClient): ServerClient {
      const legacy = createLegacyApi(client, user, seen, recent, () => Date.now() + aheadMs())
      return {
        fetchFromOrigin: client.fetchFromOrigin,
        async fetch(path, init = {}) {
          const method = (init.method ?? 'GET').toUpperCase()
          const [pathname = '', search = ''] = `/${path.replace(/^\/+/, '')}`.split('?', 2)
          // Reading a conversation changes it, too.
          if (method !== 'GET' || pathname.startsWith('/messages/')) recent.forget()
          const route = COMPILED.find(r => r.method === method && r.matcher.test(pathname))
          if (!route)
            return await withPictures(await cleaned(await asked(client, path, { ...init, method })), picture)
          const headers = new Headers(init.headers)
          const raw = typeof init.body === 'function' ? init.body() : (init.body ?? null)
          const isJson = (headers.get('content-type') ?? '').includes('json')
          let body: Ask['body'] = null
          try {
            if (isJson && raw !== null) body = record(JSON.parse(await new Response(raw).text()))
            // What an act expects the ticket to be: that server compares nothing, the console has asked.
            delete body?.expected
          } catch {
            return errorAnswer(400, 'ERR_VALIDATION')
          }
          try {
            const response = await route.handle(legacy, {
              method,
              path: pathname,
              params: { ...route.matcher.exec(pathname)?.groups },
              query: new URLSearchParams(search),
              body,
              raw: isJson ? null : raw,
              headers,
              bearer: init.bearer,
              signal: init.signal,
            })
            return await withPictures(response, picture)
          } catch (error) {
            if (error instanceof ApiError) return errorAnswerOf(error)
            throw error
          }
        },
      }
    },
    translate(name, payload) {
      recent.forget()
      const events = translateEvent(user(), name, payload).map(event => eventWithPictures(event, picture))
      // What is forwarded is the last wording: a message that was changed, or never read from a page, counts too.
      for (const event of events)
        if (event.name.endsWith('-appMessage')) seen.add(record(event.payload).message)
      return events
    },
  }
}
