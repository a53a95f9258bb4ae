import { expect, it } from 'vitest'
import { agreedLanguage, LANGUAGE_CHOICES, languageName, languageOf } from '@/features/copilot/language'

it.each([
  ['pt', 'oi, tudo bem? meu pedido ainda não chegou', 'vc pode ver isso pra mim por favor'],
  ['es', 'hola, mi pedido todavía no llegó', 'necesito una solución cuanto antes'],
  ['en', 'hi, where is my order?', 'it should have been here last week'],
  ['fr', 'bonjour, où est ma commande ?', 'je voudrais un remboursement'],
  ['de', 'Hallo, wann kommt meine Bestellung an?', 'ich warte seit zwei Wochen'],
  ['it', 'ciao, vorrei sapere quando arriva il pacco', 'grazie mille e buona giornata'],
])('%s is told by several messages', async (code, ...texts) => {
  expect(await languageOf(texts)).toBe(code)
})

it.each([
  ['nothing', []],
  ['short ones', ['ok', 'sim', 'Hola', '👍', '12345', 'thanks']],
  [
    'addresses and numbers',
    ['https://loja.com/where-is-my-order-please', 'rosa@example.com', '529.982.247-25'],
  ],
  ['two languages alike', ['good morning, where is my order', 'hola, ¿dónde está mi pedido?']],
])('says nothing of %s', async (_, texts) => {
  expect(await languageOf(texts)).toBeNull()
})

it('goes by letters, not by messages', () => {
  const long = 'a'.repeat(60)
  expect(agreedLanguage([long, 'bbbbbbbbbbbbb'], text => (text.startsWith('a') ? 'es' : 'en'))).toBe('es')
})

it('names every language to choose in each of the product’s own', () => {
  for (const reader of ['pt', 'en', 'es'])
    expect(LANGUAGE_CHOICES.filter(code => languageName(code, reader) === code)).toEqual([])
})
