import { expect, it } from 'vitest'
import { ranked } from '../../../electron/copilot/ranking'

const TEXTS = [
  'Nosso horário: de segunda a sexta, das 8h às 18h',
  'A troca pode ser feita em até 30 dias com a nota',
  'Aceitamos Pix, cartão e boleto',
  'O prazo de entrega é de 5 dias úteis',
]
const best = (asked: string) => ranked(asked, TEXTS, text => text, 2)

it('finds what speaks of the question, whatever accents, cases and plurals', () => {
  expect(best('QUAL O HORARIO de voces?')[0]).toBe(TEXTS[0])
  expect(best('como faço uma trocas sem nota')[0]).toBe(TEXTS[1])
  expect(best('aceita cartoes?')[0]).toBe(TEXTS[2])
  expect(best('pago com cartão ou pix')[0]).toBe(TEXTS[2])
  expect(best('bom dia, com quem falo para ver isso?')).toEqual([])
})
