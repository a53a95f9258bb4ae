/**
 * Every recorded answer and event of a compatible server parses (tests/samples). A file without an entry here fails:
 * a new recording must be given its shape.
 */
import { readdirSync, readFileSync } from 'node:fs'
import * as contract from '@contract'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'

const folder = new URL('../../samples/', import.meta.url)
const files = readdirSync(folder).filter(name => name.endsWith('.json'))
const read = (file: string): unknown => JSON.parse(readFileSync(new URL(file, folder), 'utf8'))

const list = <S extends z.ZodType>(schema: S) => z.array(schema).min(1)
const page = <S extends z.ZodType>(member: string, schema: S) => z.object({ [member]: list(schema) })
const e = contract.endpoints
const sentence = z.object({ mensagem: z.string() })

/** Strict on the outside (lists are not tolerant here), so that a record the contract cannot read is seen. */
const SHAPES: Record<string, z.ZodType> = {
  'announcement-create': contract.announcement,
  announcement: contract.announcement,
  'announcements-list': list(contract.announcement),
  announcements: page('records', contract.announcement),
  'api-send': sentence,
  'campaign-create': contract.campaign,
  'campaign-report': contract.campaign,
  'campaign-settings-store': list(contract.campaignSetting),
  'campaign-settings': list(contract.campaignSetting),
  'campaign-update': contract.campaign,
  'campaigns-list': list(contract.campaign),
  campaigns: page('records', contract.campaign),
  'chat-create': contract.chat,
  'chat-message-create': contract.chatMessage,
  'chat-messages': page('records', contract.chatMessage),
  'chat-read': contract.chat,
  chat: contract.chat,
  chats: page('records', contract.chat),
  'companies-list': list(contract.company),
  companies: page('companies', contract.company),
  companiesPlan: page('companies', contract.company),
  'company-cadastro': contract.company,
  'company-create': contract.company,
  'company-listPlan': e['companies.listPlan'].response,
  'company-schedules': contract.company,
  'company-update': contract.company,
  company: contract.company,
  'contact-create': contract.contact,
  'contact-list-create': contract.contactList,
  'contact-list-item-create': contract.contactListItem,
  'contact-list-item': contract.contactListItem,
  'contact-list-items-list': list(contract.contactListItem),
  'contact-list-items': page('contacts', contract.contactListItem),
  'contact-list-upload': list(contract.contactListItem),
  'contact-list': contract.contactList,
  'contact-lists-list': list(contract.contactList),
  'contact-lists': page('records', contract.contactList),
  'contact-update': contract.contact,
  'contact-vcard': contract.contact,
  contact: contract.contact,
  'contacts-list': list(contract.contact),
  'contacts-upload': list(contract.contact),
  contacts: page('contacts', contract.contact),
  'dashboard-ticketsDay-sameday': e['dashboard.ticketsDay'].response,
  'dashboard-ticketsDay': e['dashboard.ticketsDay'].response,
  'dashboard-ticketsUsers': e['dashboard.ticketsUsers'].response,
  dashboard: e['dashboard.get'].response,
  'file-create': contract.fileList,
  'file-update': contract.fileList,
  'file-uploaded': contract.fileList,
  file: contract.fileList,
  'files-list': z.object({ error: z.string() }),
  files: page('files', contract.fileList),
  help: contract.help,
  'helps-list': list(contract.help),
  helps: page('records', contract.help),
  invoice: contract.invoice,
  'invoices-all': list(contract.invoice),
  'invoices-auto': list(contract.invoice),
  invoices: page('invoices', contract.invoice),
  login: contract.signedIn,
  me: contract.user,
  'messages-media': list(contract.message),
  'messages-quoted': page('messages', contract.message),
  messages: page('messages', contract.message),
  'plan-create': contract.plan,
  plan: contract.plan,
  'plans-list': list(contract.plan),
  plans: page('plans', contract.plan),
  'prompt-create': contract.prompt,
  prompt: contract.prompt,
  prompts: page('prompts', contract.prompt),
  'queue-create': contract.queue,
  'queue-option-create': contract.queueOption,
  'queue-options': list(contract.queueOption),
  queue: contract.queue,
  'queueIntegration-create': contract.queueIntegration,
  'queueIntegration-one': contract.queueIntegration,
  queueIntegration: page('queueIntegrations', contract.queueIntegration),
  queues: list(contract.queue),
  'quick-message-create': contract.quickMessage,
  'quick-message': contract.quickMessage,
  'quick-messages-list': list(contract.quickMessage),
  'quick-messages': page('records', contract.quickMessage),
  refresh_token: contract.signedIn,
  'schedule-create': contract.schedule,
  'schedule-update': contract.schedule,
  schedule: contract.schedule,
  schedules: page('schedules', contract.schedule),
  'setting-update': contract.setting,
  settings: list(contract.setting),
  'tag-create': contract.tag,
  tag: contract.tag,
  'tags-kanban': page('lista', contract.tag),
  'tags-list': list(contract.tag),
  'tags-sync': contract.ticket,
  tags: page('tags', contract.tag),
  'ticket-create': contract.ticket,
  'ticket-note-create': contract.ticketNote,
  'ticket-notes-list': list(contract.ticketNote),
  'ticket-notes': page('ticketNotes', contract.ticketNote),
  'ticket-tag': contract.ticketTag,
  'ticket-update': contract.ticket,
  'ticket-uuid': contract.ticket,
  ticket: contract.ticket,
  'tickets-kanban': page('tickets', contract.ticket),
  'tickets-search': page('tickets', contract.ticket),
  tickets: page('tickets', contract.ticket),
  'user-create': contract.user,
  'user-update': contract.user,
  user: contract.user,
  'users-list': list(contract.user),
  users: page('users', contract.user),
  version: e['version.get'].response,
  'whatsapp-create': contract.whatsapp,
  'whatsapp-qrcode': contract.whatsapp,
  'whatsapp-update': contract.whatsapp,
  whatsapp: contract.whatsapp,
  whatsapps: list(contract.whatsapp),
}

describe('recorded samples', () => {
  it.each(
    files.filter(
      f => !f.startsWith('socket-') && f !== 'errors.json' && f !== 'messages-incoming-types.json',
    ),
  )('%s parses', file => {
    const shape = SHAPES[file.replace('.json', '')]
    expect(shape, `no shape declared for ${file}`).toBeDefined()
    const parsed = shape?.safeParse(read(file))
    expect(parsed?.error?.issues ?? []).toEqual([])
  })

  it('every kind of incoming message parses and keeps its media type', () => {
    const kinds = z
      .record(z.string(), z.record(z.string(), z.unknown()))
      .parse(read('messages-incoming-types.json'))
    expect(Object.keys(kinds).length).toBeGreaterThan(5)
    for (const [kind, raw] of Object.entries(kinds)) {
      const parsed = contract.message.safeParse(raw)
      expect(parsed.error?.issues ?? [], kind).toEqual([])
      expect(parsed.data?.mediaType, kind).toBe(raw.mediaType)
    }
  })

  it('secrets in payloads do not survive parsing', () => {
    const everything = files
      .filter(f => SHAPES[f.replace('.json', '')])
      .map(f => JSON.stringify(SHAPES[f.replace('.json', '')]?.parse(read(f))))
      .join('\n')
    expect(everything).not.toMatch(/passwordHash|noiseKey|"session":|"dataJson"|"apiKey"/)
  })
})
