/** What Meta's error numbers mean. */
import { expect, it } from 'vitest'
import { failureOf, meaningOf } from '../../../electron/server/desk/channel/cloud/meaning'

it.each([
  [131026, 'ERR_WAPP_UNDELIVERABLE'],
  [131030, 'ERR_WAPP_NOT_ALLOWED'],
  [131042, 'ERR_WAPP_PAYMENT'],
  [131047, 'ERR_WAPP_WINDOW_CLOSED'],
  [132000, 'ERR_TEMPLATE_PARAMETERS'],
  [132001, 'ERR_TEMPLATE_MISSING'],
  [132005, 'ERR_TEMPLATE_TOO_LONG'],
  [132007, 'ERR_TEMPLATE_POLICY'],
  [132012, 'ERR_TEMPLATE_PARAMETERS'],
  [132015, 'ERR_TEMPLATE_PAUSED'],
  [132016, 'ERR_TEMPLATE_DISABLED'],
  [132018, 'ERR_TEMPLATE_PARAMETERS'],
  [131050, 'ERR_WAPP_OPTED_OUT'],
  [130472, 'ERR_WAPP_UNDELIVERABLE'],
  [131062, 'ERR_WAPP_NEEDS_PHONE'],
  [131008, 'ERR_WAPP_CONTENT'],
  [131009, 'ERR_WAPP_CONTENT'],
  [131020, 'ERR_WAPP_GROUP'],
  [131041, 'ERR_WAPP_GROUP'],
  [131210, 'ERR_WAPP_GROUP'],
  [130497, 'ERR_WAPP_COUNTRY'],
  [131064, 'ERR_WAPP_LIMIT'],
  [131063, 'ERR_WAPP_NOT_OFFERED'],
  [138038, 'ERR_WAPP_NOT_OFFERED'],
  [139200, 'ERR_WAPP_NO_DIRECT_SEND'],
  [999_999, 'ERR_SENDING_WAPP_MSG'],
] as const)('number %i is told as %s', (code, failure) => {
  expect([failureOf(code), meaningOf(code)]).toEqual([failure, { kind: 'refused', code: failure }])
})
