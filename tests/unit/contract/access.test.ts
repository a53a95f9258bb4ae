/**
 * Who may make which call, as it was decided. That the server keeps to the table is shown by
 * tests/integration/server/tenancy.test.ts; calls that are not named are every member’s, or new.
 */
import { endpoints, holds, PERMISSION_RULES, type PermissionRule } from '@contract'
import { expect, it } from 'vitest'

const DECIDED: Record<string, string> = {
  public:
    'auth: login, companies: register, externalApi: description, invitations: join look, mail: state, ' +
    'passwords: forgotten reset, payments: webhook webhookPix, plans: offered register, settings: ' +
    'allowRegister logos public trial, version: get, workspace: found state',
  cookie: 'auth: refresh',
  'settings:edit': 'companies: schedules, holidays: create remove update, reports: rebuild, settings: update',
  super:
    'announcements: attach create detach everything get remove update, audit: exportPlatform platform, ' +
    'companies: all contents create list remove update, helps: create remove update, invoices: ' +
    'everyCompany settle, localNetwork: close open, mail: saveSettings settings test, payments: ' +
    'saveSettings settings, plans: all create get list remove update, settings: removeLogo uploadLogo',
  'tickets-manager:closeAll': 'tickets: closeAll',
  'ticket-options:deleteTicket': 'tickets: remove',
  'contacts-page:exportContact': 'contacts: export personalData',
  'contacts-page:deleteContact': 'contacts: erase merge personalCounts remove',
  'users:manage':
    'invitations: create remove, localNetwork: get, users: create endTwoFactor openTickets remove',
  'drawer-admin-items:view':
    'copilot: saveSettings settings test testEmbedding testTranscription, integrations: create get list ' +
    'remove test update, prompts: create get list remove try update, serviceLevels: arrange create list ' +
    'remove update',
  'reports:view':
    'floor: now, floorAlarms: create list note remove update, reportSchedules: create list remove send ' +
    'update, reports: campaigns costs export figures forecast ratings tickets',
  'rules:edit': 'rules: arrange create list remove runs try update',
  'connections-page:editOrDeleteConnection':
    'whatsapps: askPhone cloud cloudProfile cloudUse phoneData remove renewToken saveCloud ' +
    'saveCloudProfile saveCloudRates testCloud tickets update',
  'connections-page:actionButtons': 'whatsapps: connect disconnect newCode pairByCode restart traffic',
  'connections-page:addConnection': 'whatsapps: create',
  admin:
    'campaignOptOuts: page remove, campaignSettings: save, deliveries: get list resend, files: create ' +
    'remove update upload, firstSteps: get update, invoices: page, pairing: remove state use, ' +
    'subscription: billing pay, webhooks: create list remove renewSecret test update',
  'queues:edit':
    'queueOptions: attach create detach remove update, queues: attach create detach order remove update',
  'dashboard:view': 'dashboard: copilot get serviceLevels ticketsDay ticketsUsers',
  'knowledge:edit':
    'articleProposals: accept page remove, articles: create export read remove update versions',
  connection:
    'externalApi: articles createArticle reportCampaigns reportCosts reportFigures reportForecast ' +
    'reportRatings reportTickets send updateArticle',
  'audit:view': 'audit: export list',
  'campaigns:run':
    'campaignSettings: list, campaigns: attach audience cancel create detach export get page recipients ' +
    'remove restart retry test timeline update, contactListItems: create get page remove update, ' +
    'contactLists: addRows create get list page recheck remove removeItems update upload',
}

it.each(Object.entries(DECIDED))('%s may make the calls that were decided for it', (access, calls) => {
  const names = calls.split(', ').flatMap(area => {
    const [room = '', verbs = ''] = area.split(': ')
    return verbs.split(' ').map(verb => `${room}.${verb}`)
  })
  const table: Record<string, { access: string } | undefined> = endpoints
  expect(names.filter(name => table[name]?.access !== access)).toEqual([])
})

it('rules are administrators’, some of them supervisors’ too, and no agent’s', () => {
  const rules = Object.keys(PERMISSION_RULES) as PermissionRule[]
  const heldBy = (profile: string) => rules.filter(rule => holds({ profile, super: false }, rule))
  expect(heldBy('user')).toEqual([])
  expect(heldBy('admin')).toEqual(rules)
  expect(heldBy('supervisor').sort()).toEqual([
    ...['campaigns:run', 'knowledge:edit', 'quick-messages:editGeneral', 'reports:view'],
    ...['saved-views:share', 'tag-modal:editKanban', 'tickets-manager:showall', 'tickets:spy'],
  ])
})
