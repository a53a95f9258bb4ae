import { describe, expect, it } from 'vitest'
import { contactForm } from '../../../src/contract'
import { contactBody } from '../../../src/features/contacts/contact-dialog'
import { lastInteraction } from '../../../src/features/contacts/contacts-screen'
import { saidBy } from '../support/said-by'

describe('contact form (docs/specification.md 1.5)', () => {
  it.each([
    ['name', '', 'required'],
    ['name', '   ', 'required'],
    ['name', ' A ', 'tooShort'],
    ['name', 'Al', null],
    ['name', 'x'.repeat(50), null],
    ['name', 'x'.repeat(51), 'tooLong'],
    ['number', '', 'required'],
    ['number', '1234567', 'tooShort'],
    ['number', '12345678', null],
    ['number', '1'.repeat(51), 'tooLong'],
    ['email', '', null],
    ['email', undefined, null],
    ['email', 'nada', 'badEmail'],
    ['email', ' a@b.co ', null],
  ] as const)('%s "%s" is %s', async (field, value, fault) => {
    expect(await saidBy(contactForm, field)([value])).toEqual([fault])
  })

  it('sends what the contract takes: trimmed, without empty rows, ids kept', () => {
    const body = contactBody(
      contactForm.parse({
        name: ' Ana ',
        number: ' 5511912345678 ',
        email: ' a@b.co ',
        extraInfo: [
          { id: 4, name: ' CPF ', value: '1' },
          { name: '  ', value: 'x' },
          { name: 'Cor', value: '' },
        ],
      }),
    )
    expect(body).toEqual({
      name: 'Ana',
      number: '5511912345678',
      email: 'a@b.co',
      extraInfo: [
        { id: 4, name: 'CPF', value: '1' },
        { name: 'Cor', value: '' },
      ],
    })
    expect(contactForm.safeParse(body).success).toBe(true)
  })

  it('leaves rows alone that were never loaded', () => {
    expect(contactBody({ name: 'Ana', number: '5511912345678' })).not.toHaveProperty('extraInfo')
  })
})

describe('last interaction', () => {
  it('is the latest ticket as dd/mm/yy hh:mm', () => {
    const at = (updatedAt: string) => ({ id: 1, uuid: null, status: null, updatedAt })
    expect(lastInteraction({ tickets: [at('2026-03-05T14:07:00'), at('2026-01-09T10:00:00')] })).toBe(
      '05/03/26 14:07',
    )
  })
  it('is empty without a ticket, and for what is no date', () => {
    expect(lastInteraction({ tickets: [] })).toBe('')
    expect(lastInteraction({ tickets: [{ id: 1, uuid: null, status: null, updatedAt: 'ontem' }] })).toBe('')
  })
})
