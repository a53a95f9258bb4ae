/**
 * Webhooks follow from what happens (automation/webhooks/hear.ts): the triggers that wrote their log go. An older
 * PostgreSQL database lacks some: it takes all missing steps at once, so that they would never have fired.
 */
const TRIGGERS = [
  'webhook_message_created',
  'webhook_message_updated',
  'webhook_message_ack',
  'webhook_message_transcribed',
  'webhook_ticket_created',
  'webhook_ticket_updated',
  'webhook_ticket_deleted',
  'webhook_ticket_summarised',
] as const

export const webhooksFollow = {
  sql: [...TRIGGERS, 'webhook_ticket_summary_renewed'].map(name => `DROP TRIGGER ${name};`).join('\n'),
  postgres: TRIGGERS.map(name => `drop function if exists ${name}() cascade;`).join('\n'),
}
