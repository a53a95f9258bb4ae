/** Every call and channel of docs/specification.md 3.7 is in the contract; what 3.3 and 3.9 count is counted so. */
import * as contract from '@contract'
import { COMPANY_CHANNELS, endpoints, PROMPT_VOICES } from '@contract'
import { describe, expect, it } from 'vitest'

const CALLS = `
GET /tags | GET /tags/:id | POST /tags | PUT /tags/:id | DELETE /tags/:id | GET /tags/list | GET /tags/kanban
GET /ticket/kanban | DELETE /ticket-tags/:ticketId | PUT /ticket-tags/:ticketId/:tagId
GET /quick-messages/list | GET /quick-messages/:id | POST /quick-messages | PUT /quick-messages/:id
DELETE /quick-messages/:id | POST /quick-messages/:id/media-upload | DELETE /quick-messages/:id/media-upload
GET /contact-lists | GET /contact-lists/:id | POST /contact-lists | PUT /contact-lists/:id | DELETE /contact-lists/:id
GET /contact-lists/list | POST /contact-lists/:id/upload
GET /contact-list-items | GET /contact-list-items/:id | POST /contact-list-items | PUT /contact-list-items/:id
DELETE /contact-list-items/:id
GET /campaigns | GET /campaigns/:id | POST /campaigns | PUT /campaigns/:id | DELETE /campaigns/:id
POST /campaigns/:id/cancel | POST /campaigns/:id/restart
POST /campaigns/:id/media-upload | DELETE /campaigns/:id/media-upload | GET /campaign-settings | POST /campaign-settings
GET /announcements | GET /announcements/:id | POST /announcements | PUT /announcements/:id | DELETE /announcements/:id
POST /announcements/:id/media-upload | DELETE /announcements/:id/media-upload
GET /files | GET /files/:id | POST /files | PUT /files/:id | POST /files/uploadList/:id | DELETE /files/:id
GET /prompt | GET /prompt/:id | POST /prompt | PUT /prompt/:id | DELETE /prompt/:id | GET /queue | GET /whatsapp
GET /queueIntegration | GET /queueIntegration/:id | POST /queueIntegration | PUT /queueIntegration/:id
DELETE /queueIntegration/:id | POST /messages/send
GET /chats | POST /chats | PUT /chats/:id | DELETE /chats/:id | GET /chats/:id/messages | POST /chats/:id/messages
POST /chats/:id/read | POST /forgetpassword/:email | POST /resetpasswords/:email/:token/:newPassword
`
  .split(/[\n|]/)
  .map(call => call.trim())
  .filter(Boolean)

describe('docs/specification.md part 3', () => {
  it('has every call of section 7', () => {
    const known = new Set(Object.values(endpoints).map(({ method, path }) => `${method} ${path}`))
    expect(CALLS.filter(call => !known.has(call))).toEqual([])
  })

  it('has every channel of section 7', () => {
    const channels = [
      'user',
      'contact',
      'queue',
      'ContactList',
      'ContactListItem',
      'quickmessage',
      'schedule',
    ]
    const more = ['campaign', 'chat', 'file', 'prompt', 'queueIntegration']
    const known: readonly string[] = COMPANY_CHANNELS
    expect([...channels, ...more].filter(name => !known.includes(name))).toEqual([])
    expect(contract.ANNOUNCEMENT_EVENT).toBe('company-announcement')
  })

  it('counts as sections 3 and 9 do', () => {
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
})
