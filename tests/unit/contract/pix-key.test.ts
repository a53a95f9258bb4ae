import { paymentSettingsForm, pixKeyOf, pixText } from '@contract'
import { describe, expect, it } from 'vitest'

describe('a Pix key', () => {
  it.each([
    ['529.982.247-25', '52998224725'],
    ['52998224725', '52998224725'],
    ['11.222.333/0001-81', '11222333000181'],
    ['12.abc.345/01de-35', '12ABC34501DE35'],
    ['(11) 98765-4321', '+5511987654321'],
    ['5511987654321', '+5511987654321'],
    ['(55) 98765-4321', '+5555987654321'],
    ['+55 11 98765-4321', '+5511987654321'],
    ['11 98765-4321', '+5511987654321'],
    ['+351 912 345 678', '+351912345678'],
    [' Financeiro@Turno.app ', 'financeiro@turno.app'],
    ['123E4567-E89B-12D3-A456-426614174000', '123e4567-e89b-12d3-a456-426614174000'],
    ['123e4567e89b12d3a456426614174000', '123e4567-e89b-12d3-a456-426614174000'],
  ])('%s is %s', (typed, key) => expect(pixKeyOf(typed)).toBe(key))

  it.each([
    '',
    'dona aurora',
    '529.982.247-24',
    '52998224724',
    '11987654321',
    '12.ABC.345/01DE-34',
    '98765-4321',
    '12345',
    'dona@aurora',
    `${'a'.repeat(70)}@turno.app`,
    '123e4567-e89b-12d3-a456-42661417400',
  ])('%s is none', typed => expect(pixKeyOf(typed)).toBeNull())

  it('that is none, or a receiver without a Latin letter, is refused by name', () => {
    const form = {
      provider: 'static',
      pixKey: 'dona aurora',
      merchantName: '日本',
      merchantCity: 'São Paulo',
    }
    const said = paymentSettingsForm
      .safeParse(form)
      .error?.issues.map(({ path, message }) => [...path, message])
    expect(said).toEqual([
      ['pixKey', 'Invalid Pix key'],
      ['merchantName', 'Invalid receiver'],
    ])
    expect(pixText('São João - Ltda.', 12)).toBe('Sao Joao - L')
  })
})
