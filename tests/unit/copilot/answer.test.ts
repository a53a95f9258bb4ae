import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { answerReader } from '../../../electron/copilot/answer'
import { masking } from '../../../electron/copilot/masking'

const hidden = masking(['email', 'cpf'])
hidden.mask('ana@loja.com 529.982.247-25')

function read(text: string, cuts: readonly number[] = []) {
  const reader = answerReader(hidden)
  const at = [0, ...[...cuts].sort((a, b) => a - b), text.length]
  const pieces = at.slice(1).map((end, index) => text.slice(at[index], end))
  const shown = pieces.map(piece => reader.push(piece)).join('') + reader.end()
  return { shown, cited: reader.cited(), unknown: reader.isUnknown() }
}

describe('the answer of a model', () => {
  it.each([
    ['Abrimos às 8h [1].', 'Abrimos às 8h.', [1], false],
    ['Sim [1, 3], e não [2] .', 'Sim, e não .', [1, 3, 2], false],
    ['[?] Qual é o número do pedido?', 'Qual é o número do pedido?', [], true],
    [
      'Envie para [EMAIL_1] com o CPF [CPF_1].',
      'Envie para ana@loja.com com o CPF 529.982.247-25.',
      [],
      false,
    ],
    ['O mark [EMAIL_9] fica', 'O mark [EMAIL_9] fica', [], false],
    [
      'Opção [A] ou [muito mais longa do que um sinal]',
      'Opção [A] ou [muito mais longa do que um sinal]',
      [],
      false,
    ],
    ['aberto [', 'aberto [', [], false],
  ])('%s', (text, shown, cited, unknown) => {
    expect(read(text)).toEqual({ shown, cited, unknown })
  })

  it('is the same however it is cut into pieces', () => {
    const text = '[?] Oi  [2] \n[EMAIL_1] [x [3][1]] fim [CPF_1'
    const whole = read(text)
    fc.assert(
      fc.property(fc.array(fc.nat(text.length), { maxLength: 12 }), cuts => {
        expect(read(text, cuts)).toEqual(whole)
      }),
    )
  })
})
