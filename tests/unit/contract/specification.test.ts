/** Every call, channel, code and figure of docs/specification.md 2.7 to 2.9, 3.7 and 3.9 is in the contract. */
import * as contract from '@contract'
import {
  COMPANY_CHANNELS,
  endpoints,
  monthsOf,
  PROMPT_VOICES,
  QUEUE_PALETTE,
  SERVER_ERROR_CODES,
  SETTINGS,
} from '@contract'
import { expect, it } from 'vitest'

const CALLS = `
GET /whatsapp | GET /whatsapp/:id | POST /whatsapp | PUT /whatsapp/:id | DELETE /whatsapp/:id | POST /whatsapp-restart
POST /whatsappsession/:id | PUT /whatsappsession/:id | DELETE /whatsappsession/:id
GET /queue | GET /queue/:id | POST /queue | PUT /queue/:id | DELETE /queue/:id
POST /queue/:id/media-upload | DELETE /queue/:id/media-upload
GET /queue-options | POST /queue-options | PUT /queue-options/:id | DELETE /queue-options/:id
POST /queue-options/:id/media-upload | DELETE /queue-options/:id/media-upload
GET /prompt | GET /queueIntegration
GET /settings | GET /settings/:key | PUT /settings/:key | GET /settings/trial | GET /settings/allowregister
POST /settings/media-upload
GET /users | GET /users/:id | GET /users/list | POST /users | PUT /users/:id | DELETE /users/:id
GET /schedules | GET /schedules/:id | POST /schedules | PUT /schedules/:id | DELETE /schedules/:id
POST /schedules/:id/media-upload | DELETE /schedules/:id/media-upload
GET /contacts/list
POST /companies/cadastro | POST /companies | GET /companies/:id | PUT /companies/:id | DELETE /companies/:id
GET /companies/list | GET /companies | PUT /companies/:id/schedules | GET /companies/listPlan/:id
GET /plans/list | GET /plans/all | POST /plans | PUT /plans/:id | GET /plans/:id | DELETE /plans/:id | GET /plans/register
GET /helps | GET /helps/list | POST /helps | PUT /helps/:id | DELETE /helps/:id
POST /subscription | GET /invoices/all | GET /version
GET /tags | GET /tags/:id | POST /tags | PUT /tags/:id | DELETE /tags/:id | GET /tags/list | GET /tags/kanban
GET /ticket/kanban | DELETE /ticket-tags/:ticketId | PUT /ticket-tags/:ticketId/:tagId | GET /quick-messages/list
GET /quick-messages/:id | POST /quick-messages | PUT /quick-messages/:id | DELETE /quick-messages/:id
POST /quick-messages/:id/media-upload | DELETE /quick-messages/:id/media-upload | GET /contact-lists
GET /contact-lists/:id | POST /contact-lists | PUT /contact-lists/:id | DELETE /contact-lists/:id
GET /contact-lists/list | POST /contact-lists/:id/upload | GET /contact-list-items | GET /contact-list-items/:id
POST /contact-list-items | PUT /contact-list-items/:id | DELETE /contact-list-items/:id | GET /campaigns
GET /campaigns/:id | POST /campaigns | PUT /campaigns/:id | DELETE /campaigns/:id | POST /campaigns/:id/cancel
POST /campaigns/:id/restart | POST /campaigns/:id/media-upload | DELETE /campaigns/:id/media-upload
GET /campaign-settings | POST /campaign-settings | GET /announcements | GET /announcements/:id | POST /announcements
PUT /announcements/:id | DELETE /announcements/:id | POST /announcements/:id/media-upload
DELETE /announcements/:id/media-upload | GET /files | GET /files/:id | POST /files | PUT /files/:id
POST /files/uploadList/:id | DELETE /files/:id | GET /prompt/:id | POST /prompt | PUT /prompt/:id | DELETE /prompt/:id
GET /queueIntegration/:id | POST /queueIntegration | PUT /queueIntegration/:id | DELETE /queueIntegration/:id
POST /messages/send | GET /chats | POST /chats | PUT /chats/:id | DELETE /chats/:id | GET /chats/:id/messages
POST /chats/:id/messages | POST /chats/:id/read | POST /forgetpassword/:email
POST /resetpasswords/:email/:token/:newPassword
`
  .split(/[\n|]/)
  .map(call => call.trim())
  .filter(Boolean)

it('the contract has every call', () => {
  const known = new Set(Object.values(endpoints).map(({ method, path }) => `${method} ${path}`))
  expect(CALLS.filter(call => !known.has(call))).toEqual([])
  expect(endpoints['plans.offered'].access).toBe('public')
})

it('the contract has every code of an error', () => {
  const codes = [
    'ERR_NO_OTHER_WHATSAPP',
    'ERR_NO_WAPP_FOUND',
    'ERR_NO_DEF_WAPP_FOUND',
    'ERR_WAPP_NOT_INITIALIZED',
    'ERR_QUEUE_COLOR_ALREADY_EXISTS',
    'ERR_WAPP_GREETING_REQUIRED',
    'ERR_USER_CREATION_DISABLED',
    'ERR_NO_USER_FOUND',
    'ERR_NO_PERMISSION',
    'ERR_NO_SETTING_FOUND',
  ]
  expect(codes.filter(code => !(SERVER_ERROR_CODES as readonly string[]).includes(code))).toEqual([])
})

it('the contract has the figures of administration', () => {
  expect(contract).toMatchObject({
    DIALOG_SUBMIT_MS: 400,
    PLATFORM_SUBMIT_MS: 500,
    DEBOUNCE_MS: 500,
    SOCKET_FETCH_MS: 500,
    INFINITE_SCROLL_PX: 100,
    SCHEDULE_DEFAULT_MS: 3_600_000,
    DEFAULT_BOT_MENU_TIMES: 3,
    DEFAULT_PROVIDER: 'beta',
    DEFAULT_DOWNLOAD_LIMIT_MB: 100,
    OFFERED_RECURRENCES: ['MENSAL'],
    WEEKDAYS: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
  })
  expect(QUEUE_PALETTE).toHaveLength(50)
  expect(SETTINGS.trial).toMatchObject({ min: 1, max: 7, initial: '3' })
  expect(contract.RECURRENCES.map(one => [one, monthsOf(one)])).toEqual([
    ['MENSAL', 1],
    ['BIMESTRAL', 2],
    ['TRIMESTRAL', 3],
    ['SEMESTRAL', 6],
    ['ANUAL', 12],
  ])
  expect(contract.DEFAULT_HOURS.map(day => [day.weekdayEn, day.startTime, day.endTime])).toEqual([
    ...['monday', 'tuesday', 'wednesday', 'thursday', 'friday'].map(day => [day, '08:00', '18:00']),
    ['saturday', '08:00', '12:00'],
    ['sunday', '00:00', '00:00'],
  ])
})

it('the contract has every channel', () => {
  const channels = ['user', 'contact', 'queue', 'ContactList', 'ContactListItem', 'quickmessage', 'schedule']
  const more = ['campaign', 'chat', 'file', 'prompt', 'queueIntegration']
  const known: readonly string[] = COMPANY_CHANNELS
  expect([...channels, ...more].filter(name => !known.includes(name))).toEqual([])
  expect(contract.ANNOUNCEMENT_EVENT).toBe('company-announcement')
})

it('the contract has the figures of content and integrations', () => {
  expect(contract).toMatchObject({
    MESSAGE_INTERVALS: [0, 5, 10, 15, 20],
    LONGER_INTERVALS: [0, 1, 5, 10, 15, 20, 30, 40, 60, 80, 100, 120],
    IXC_DEFAULTS: { ixcTimeout: 30_000, ixcRetryAttempts: 3 },
    IXC_LIMITS: { timeout: { min: 5_000, max: 300_000, step: 1_000 }, attempts: { min: 1, max: 10 } },
    CONTACT_NAME: { min: 2, max: 50 },
    CONTACT_NUMBER: { min: 8, max: 50 },
    NEW_PASSWORD: { min: 8 },
  })
  expect(PROMPT_VOICES.map(voice => /^pt-BR-(\w+)Neural$/.exec(voice)?.[1] ?? voice)).toEqual([
    ...['texto', 'Francisca', 'Antonio', 'Brenda', 'Donato', 'Elza', 'Fabio', 'Giovanna', 'Humberto'],
    ...['Julio', 'Leila', 'Leticia', 'Manuela', 'Nicolau', 'Valerio', 'Yara'],
  ])
})
