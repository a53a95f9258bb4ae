/** Every call of docs/specification.md 2.7 is in the endpoints table; every constant of 2.9 has its value. */
import * as contract from '@contract'
import { endpoints, monthsOf, QUEUE_PALETTE, SERVER_ERROR_CODES, SETTINGS } from '@contract'
import { describe, expect, it } from 'vitest'

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
`
  .split(/[\n|]/)
  .map(call => call.trim())
  .filter(Boolean)

describe('docs/specification.md part 2', () => {
  it('has every call of section 7', () => {
    const known = new Set(Object.values(endpoints).map(({ method, path }) => `${method} ${path}`))
    expect(CALLS.filter(call => !known.has(call))).toEqual([])
    expect(endpoints['plans.offered'].access).toBe('public')
  })

  it('has every code of section 8', () => {
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

  it('has the constants of section 9', () => {
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
})
