import { connectionForm, queue as queueSchema, whatsapp as whatsappSchema } from '@contract'
import { describe, expect, it } from 'vitest'
import { firstWords } from '../../../src/features/connections/customer-preview'
import {
  additionOf,
  changesOf,
  fieldsOf,
  liveFieldsOf,
  makeToken,
  NEW_CONNECTION,
} from '../../../src/features/connections/fields'
import { codePath } from '../../../src/ui/qr-code'

const row = (over: object = {}) =>
  whatsappSchema.parse({ id: 1, name: 'Matriz', token: 'segredo', queues: [], ...over })
const parsed = (over: object = {}) => connectionForm.parse({ ...NEW_CONNECTION, name: 'Nova', ...over })

describe('the form of a connection', () => {
  it('begins with the defaults of the specification and leaves the token to the server', () => {
    const sent = additionOf(parsed())
    expect(sent).toMatchObject({ name: 'Nova', provider: 'beta', maxUseBotQueues: 3, isDefault: false })
    expect(sent).not.toHaveProperty('token')
    expect(additionOf(parsed({ token: 'meu' })).token).toBe('meu')
  })

  it('sends only what stands otherwise on the server, so that a token renewed meanwhile is not put back', () => {
    const opened = fieldsOf(row())
    const typed = connectionForm.parse({ ...opened, name: 'Filial' })
    expect(changesOf(typed, opened)).toEqual({ name: 'Filial' })
    expect(changesOf(connectionForm.parse(opened), opened)).toEqual({})
    // An event that carries no token says nothing about it.
    expect(liveFieldsOf(row({ token: '' }))).not.toHaveProperty('token')
    expect(liveFieldsOf(row())).toHaveProperty('token', 'segredo')
  })

  it('makes tokens that the contract takes, never the same twice', () => {
    const made = new Set(Array.from({ length: 50 }, makeToken))
    expect(made.size).toBe(50)
    for (const token of made) expect(parsed({ token }).token).toBe(token)
  })
})

describe('the preview', () => {
  const queues = ['Vendas', 'Suporte'].map((name, at) =>
    queueSchema.parse({ id: at + 1, name, color: '#123456', greetingMessage: `Fila ${name}` }),
  )
  const at = new Date('2026-03-04T15:00:00.000Z')
  const words = (queueIds: number[], greets = false) =>
    firstWords({ greetingMessage: 'Bem-vindo!', queueIds }, queues, greets, 'America/Sao_Paulo', at)

  it('says at the first word what the workspace would', () => {
    expect(words([1, 2])).toEqual(['Bem-vindo!\n\n*1* - Vendas\n*2* - Suporte'])
    expect(words([1])).toEqual(['Fila Vendas'])
    expect(words([1], true)).toEqual(['Bem-vindo!', 'Fila Vendas'])
  })
})

describe('the code', () => {
  it('is drawn whole: other words, other modules; the finder in its corner', () => {
    const { size, path } = codePath('2@um-codigo')
    expect(size).toBeGreaterThanOrEqual(21)
    expect(path.startsWith('M0 0h7v1h-7z')).toBe(true)
    expect(codePath('2@outro-codigo').path).not.toBe(path)
  })
})
