/** What is known of a number of a contact list, from any server. */
import { contactListItem, numberStateOf } from '@contract'
import { expect, it } from 'vitest'

it.each([
  [{ isWhatsappValid: true }, 'valid'],
  [{ isWhatsappValid: 1 }, 'valid'],
  [{ isWhatsappValid: false }, 'invalid'],
  [{ isWhatsappValid: null }, 'waiting'],
  [{}, 'waiting'],
  [{ isWhatsappValid: false, numberState: 'repeated' }, 'repeated'],
  [{ isWhatsappValid: true, numberState: 'unheard of' }, 'valid'],
])('%j is %s', (told, state) => {
  expect(numberStateOf(contactListItem.parse({ id: 1, ...told }))).toBe(state)
})
