/** Filling in templates, as the console previews and the server sends them. */
import { describe, expect, it } from 'vitest'
import {
  fillTemplate,
  type MessageTemplate,
  messageTemplate,
  templateGaps,
  templatePrefill,
  templateProblems,
  templateText,
} from '../../../src/contract'

const made = (more: object): MessageTemplate =>
  messageTemplate.parse({ name: 'x', language: 'pt_BR', status: 'APPROVED', isKnown: true, ...more })
const full = made({
  header: { kind: 'text', text: 'Pedido {{1}}' },
  body: 'Olá, {{2}}! O pedido {{1}} de {{2}} chega em {{3}}.',
  footer: 'Padaria',
  buttons: [
    { kind: 'reply', text: 'Ok' },
    { kind: 'url', text: 'Ver', url: 'https://x.example/{{1}}' },
    { kind: 'url', text: 'Site', url: 'https://x.example/' },
    { kind: 'copy', text: 'Copiar' },
  ],
  examples: { 'body:1': '42' },
})
const values = {
  'header:1': '42',
  'body:1': '42',
  'body:2': 'Rita',
  'body:3': 'dois dias',
  'button:1': 'p/42',
  'button:3': 'PIX',
}

describe('the gaps of a template', () => {
  it('are each asked for once, in the order they are read, with their examples', () => {
    expect(templateGaps(full).map(({ key, example }) => [key, example])).toEqual([
      ['header:1', ''],
      ['body:2', ''],
      ['body:1', '42'],
      ['body:3', ''],
      ['button:1', ''],
      ['button:3', ''],
    ])
    expect(
      templateGaps(made({ header: { kind: 'image' }, body: 'Oi {{nome}}' })).map(gap => gap.key),
    ).toEqual(['body:nome'])
  })

  it('are filled everywhere they stand, and stay visible while they are empty', () => {
    const shown = fillTemplate(full, values)
    expect(templateText(shown)).toBe(
      '*Pedido 42*\n\nOlá, Rita! O pedido 42 de Rita chega em dois dias.\n\n_Padaria_',
    )
    expect(shown.buttons.map(button => button.url)).toEqual([
      '',
      'https://x.example/p/42',
      'https://x.example/',
      '',
    ])
    expect(fillTemplate(full, { 'body:2': ' ' }).body).toContain('Olá, {{2}}!')
  })

  it('all have to be filled in, without lines, within WhatsApp’s bounds', () => {
    expect(templateProblems(full, values)).toEqual({})
    expect(templateProblems(full, {})).toMatchObject({ 'header:1': 'missing', 'button:3': 'missing' })
    expect(templateProblems(full, { ...values, 'body:3': 'hoje\nou amanhã' })).toEqual({ 'body:3': 'lines' })
    expect(templateProblems(full, { ...values, 'header:1': 'x'.repeat(60) })).toEqual({
      'header:1': 'tooLong',
    })
    expect(templateProblems(full, { ...values, 'button:3': 'x'.repeat(16) })).toEqual({
      'button:3': 'tooLong',
    })
    expect(templateProblems(full, { ...values, 'body:3': 'x'.repeat(1_000) })['body:3']).toBe('tooLong')
  })
})

it.each([
  ['Olá {{1}}, tudo bem? {{2}}', 'Rita Souza', { 'body:1': 'Rita' }],
  ['Bom dia, *{{1}}*! Sobre {{2}}', 'Rita', { 'body:1': 'Rita' }],
  ['Hello {{customer_name}}, order {{order}}', 'Rita', { 'body:customer_name': 'Rita' }],
  ['O pedido {{1}} saiu', 'Rita', {}],
  ['Olá {{1}}', '+55 11 98765-4321', {}],
])('“%s” knows of “%s” beforehand', (body, name, known) => {
  expect(templatePrefill(made({ body }), name)).toEqual(known)
})
