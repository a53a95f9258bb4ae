/**
 * Deliveries of the Cloud API by a grammar: what Meta publishes, what it does not, and both in one. Each tells which
 * customers' words are in it, so that whoever delivers them can look where those ended up.
 */
import fc from 'fast-check'

export interface SaidWords {
  /** Stands in the body of the message. */
  mark: string
  from: string
  phone: string
  group: string | null
}
export interface MadeDelivery {
  body: unknown
  said: SaidWords[]
}

/** Fields of an account beside `messages`, and some that nobody has heard of. */
const FIELDS = [
  'account_alerts',
  'account_review_update',
  'account_update',
  'business_capability_update',
  'flows',
  'group_lifecycle_update',
  'history',
  'message_template_components_update',
  'message_template_quality_update',
  'message_template_status_update',
  'phone_number_name_update',
  'phone_number_quality_update',
  'security',
  'smb_app_state_sync',
  'smb_message_echoes',
  'template_category_update',
  'user_preferences',
  'something_new',
] as const

const KINDS = ['text', 'order', 'form', 'button', 'contacts', 'location', 'unheard'] as const

const now = () => Math.floor(Date.now() / 1_000)

/** What says a mark, in one of the ways customers say something. */
function contentOf(kind: (typeof KINDS)[number], mark: string): Record<string, unknown> {
  switch (kind) {
    case 'text':
      return { type: 'text', text: { body: mark } }
    case 'order': {
      const item = { product_retailer_id: 'SKU-1', quantity: 2, item_price: 19.9, currency: 'BRL' }
      return { type: 'order', order: { catalog_id: '1', text: mark, product_items: [item, null] } }
    }
    case 'form':
      return {
        type: 'interactive',
        interactive: {
          type: 'nfm_reply',
          nfm_reply: { name: 'flow', body: 'Sent', response_json: JSON.stringify({ nome: mark, idade: 41 }) },
        },
      }
    case 'button':
      return { type: 'button', button: { payload: 'x', text: mark } }
    case 'contacts':
      return { type: 'contacts', contacts: [null, { name: { formatted_name: mark }, phones: 'none' }] }
    case 'location':
      return { type: 'location', location: { latitude: -23.5, longitude: '-46.6', name: mark } }
    case 'unheard':
      return { type: 'unheard', unheard: { words: 1 }, text: { body: mark } }
  }
}

const oddTime = fc.oneof(
  fc.constantFrom(undefined, null, '', 'yesterday', -1, 0, 1e300, '99999999999999999999', {}, []),
  fc.constant(String(Date.now())),
)
/** What stands in the place of an id, made of the mark where two messages may not have the same. */
const oddId = fc.constantFrom<(mark: string) => unknown>(
  () => undefined,
  () => null,
  () => '',
  () => ({}),
  mark => `+ ${mark}`,
  mark => `\u0000${mark}`,
  mark => Number(mark.replace(/\D/g, '')),
  mark => mark.repeat(40),
)
const junk = fc.jsonValue({ maxDepth: 4 })
const oddMessage = fc.oneof(
  junk,
  fc.record({ id: fc.string(), timestamp: fc.string(), type: fc.string() }),
  fc.record({ from: fc.constantFrom('joão', '', null, {}), id: fc.uuid(), type: fc.constant('text') }),
  fc.record({ from: fc.constant('5511955559999'), reaction: junk, edit: junk, revoke: junk, system: junk }),
)

/**
 * @param to ids of numbers that are set up, and customers who write to them.
 * @param serial makes the marks: no two deliveries say the same.
 */
export function cloudDeliveries(
  to: { phones: readonly string[]; customers: readonly string[] },
  serial: () => string,
): fc.Arbitrary<MadeDelivery> {
  const written = fc
    .record({
      kind: fc.constantFrom(...KINDS),
      from: fc.constantFrom(...to.customers),
      phone: fc.constantFrom(...to.phones),
      typed: fc.boolean(),
      group: fc.option(fc.constantFrom('Z3J1cG86MQ', 'Z3J1cG86Mg'), { freq: 4 }),
      time: fc.option(oddTime, { freq: 2 }),
      id: fc.option(oddId, { freq: 2 }),
      more: fc.dictionary(fc.constantFrom('referral', 'context', 'errors', 'identity', 'extra'), junk),
    })
    .map(({ kind, from, phone, typed, group, time, id, more }) => {
      const mark = serial()
      const message = {
        ...more,
        ...contentOf(kind, mark),
        from: typed ? `+${from.slice(0, 2)} ${from.slice(2)}` : from,
        timestamp: time === null ? String(now()) : time,
        id: id === null ? `wamid.${mark}` : id(mark),
        ...(group === null ? {} : { group_id: group }),
      }
      return { message, said: { mark, from, phone, group } }
    })
  const value = (phone: string, rest: object) => ({
    messaging_product: 'whatsapp',
    metadata: { display_phone_number: '551140028922', phone_number_id: phone },
    ...rest,
  })
  const good = fc
    .record({
      written: fc.array(written, { minLength: 1, maxLength: 3 }),
      odd: fc.array(oddMessage, { maxLength: 2 }),
      contacts: fc.option(fc.array(junk, { maxLength: 2 })),
      statuses: fc.option(fc.array(junk, { maxLength: 2 })),
    })
    .map(({ written: all, odd, contacts, statuses }) => {
      const phone = all[0]?.said.phone ?? ''
      const own = all.filter(one => one.said.phone === phone)
      const messages = [...odd.slice(0, 1), ...own.map(one => one.message), ...odd.slice(1)]
      const rest = { messages, ...(contacts && { contacts }), ...(statuses && { statuses }) }
      return { change: { field: 'messages', value: value(phone, rest) }, said: own.map(one => one.said) }
    })
  const odd = fc.oneof(
    junk,
    fc.record({ field: fc.constantFrom(...FIELDS), value: junk }),
    fc.record({ field: fc.constant('messages'), value: junk }),
    fc.constant({ field: 'messages', value: value('900000000000001', { statuses: [{ id: 'wamid.x' }] }) }),
    fc.constant({
      field: 'messages',
      value: value('900000000000001', {
        messages: [{ from: '5511955550000', id: 'wamid.other', type: 'text', text: { body: 'alheia' } }],
      }),
    }),
    fc.constant({ field: 'messages', value: value(to.phones[0] ?? '', { errors: [{ code: 130429 }] }) }),
    fc.constant({ field: 'messages', value: value(to.phones[0] ?? '', {}) }),
  )
  const change = fc.oneof(
    good,
    odd.map(one => ({ change: one as unknown, said: [] as SaidWords[] })),
  )
  const entry = fc.oneof(
    {
      weight: 4,
      arbitrary: fc.array(change, { maxLength: 3 }).map(all => ({
        entry: { id: '102290129340398', changes: all.map(one => one.change) } as unknown,
        said: all.flatMap(one => one.said),
      })),
    },
    { weight: 1, arbitrary: junk.map(one => ({ entry: one as unknown, said: [] as SaidWords[] })) },
  )
  const whole = fc.array(entry, { maxLength: 3 }).map(all => ({
    body: { object: 'whatsapp_business_account', entry: all.map(one => one.entry) } as unknown,
    said: all.flatMap(one => one.said),
  }))
  return fc.oneof(
    { weight: 9, arbitrary: whole },
    { weight: 1, arbitrary: junk.map(one => ({ body: one as unknown, said: [] as SaidWords[] })) },
  )
}
