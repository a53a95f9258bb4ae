import { MASKED_KINDS } from '@contract'
import { describe, expect, it } from 'vitest'
import { masking } from '../../../electron/copilot/masking'

const all = () => masking(MASKED_KINDS)

describe('personal data in what leaves', () => {
  it.each([
    ['CPF 529.982.247-25', 'CPF [CPF_1]'],
    ['meu cpf é 52998224725.', 'meu cpf é [CPF_1].'],
    ['cpf 529 982 247 25', 'cpf [CPF_1]'],
    ['digitei 111.222.333-44 errado', 'digitei [CPF_1] errado'],
    ['CNPJ 11.222.333/0001-81', 'CNPJ [CNPJ_1]'],
    ['CNPJ novo 12.ABC.345/01DE-35', 'CNPJ novo [CNPJ_1]'],
    ['12ABC34501DE35, 12ABC345/01DE-35, 12abc34501de35', '[CNPJ_1], [CNPJ_2], [CNPJ_3]'],
    ['pedido 12ABC34501DE34', 'pedido 12ABC34501DE34'],
    ['cartão 4111 1111 1111 1111 venc 12/29', 'cartão [CARTAO_1] venc 12/29'],
    ['escreva para Ana.Silva+x@loja.com.br!', 'escreva para [EMAIL_1]!'],
    ['ligue (11) 98765-4321', 'ligue [TELEFONE_1]'],
    ['+55 11 98765-4321', '[TELEFONE_1]'],
    ['5511987654321', '[TELEFONE_1]'],
    ['98765-4321', '[TELEFONE_1]'],
    ['a chave é sk-abcdEFGH12345678ijkl', 'a chave é [CHAVE_1]'],
    ['pix 123e4567-e89b-12d3-a456-426614174000', 'pix [CHAVE_1]'],
  ])('%s', (text, masked) => {
    const hidden = all()
    expect(hidden.mask(text)).toBe(masked)
    for (const mark of masked.match(/\[[A-Z]+_\d\]/g) ?? []) expect(text).toContain(hidden.restore(mark))
  })

  it.each([
    ['cpf ５２９．９８２．２４７－２５', 'cpf [CPF_1]'],
    ['cpf 529\u200b.982\u2060.247\u200d-25', 'cpf [CPF_1]'],
    ['cpf ٥٢٩٩٨٢٢٤٧٢٥, ana＠loja.com.br', 'cpf [CPF_1], [EMAIL_1]'],
    ['tel 11–98765–4321', 'tel [TELEFONE_1]'],
  ])('also where its signs are others or unseen: %s', (text, masked) => {
    expect(all().mask(text)).toBe(masked)
  })

  it.each([
    'pedido 12345678',
    'R$ 1.234.567,89',
    'às 14:30 de 27/11/2026',
    'CEP 01310-100',
    'nota 123456789',
    'versão 4.8.5 e 10.0.0.1',
  ])('leaves %s', text => {
    expect(all().mask(text)).toBe(text)
  })

  it('gives the same value the same mark, and others others, over all texts of a call', () => {
    const hidden = all()
    expect(hidden.mask('a@b.co e c@d.co')).toBe('[EMAIL_1] e [EMAIL_2]')
    expect(hidden.mask('c@d.co')).toBe('[EMAIL_2]')
    expect(hidden.restore('[EMAIL_2]')).toBe('c@d.co')
    expect(hidden.restore('[EMAIL_3]')).toBeNull()
  })

  it('replaces only the kinds that are chosen', () => {
    expect(masking(['email']).mask('a@b.co 529.982.247-25')).toBe('[EMAIL_1] 529.982.247-25')
    expect(masking([]).mask('a@b.co (11) 98765-4321')).toBe('a@b.co (11) 98765-4321')
  })
})
