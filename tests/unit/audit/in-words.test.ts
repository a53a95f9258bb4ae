/** The audit log as a file and in a search: in the words that the screen shows. */
import type { AuditEntry } from '@contract'
import { beforeAll, describe, expect, it } from 'vitest'
import { auditCsv } from '@/features/audit/csv'
import { meaningsOf } from '@/features/audit/search-words'
import { formatters, i18n, LANGUAGES, type Language, loadLanguage } from '@/i18n'

beforeAll(async () => {
  for (const language of LANGUAGES) await loadLanguage(language)
})
const speak = (language: Language) => i18n.getFixedT(language)

const entry = (given: Partial<AuditEntry>): AuditEntry => ({
  id: 1,
  userId: 1,
  userName: '=Ana',
  byPlatform: false,
  companyName: '',
  action: 'update',
  subject: 'whatsapps',
  subjectId: '3',
  subjectName: 'Loja',
  changes: [],
  program: 'Turno',
  address: '127.0.0.1',
  createdAt: '2026-03-02T12:00:00.000Z',
  ...given,
})

describe('the file of the audit log', () => {
  it.each([
    [
      'pt',
      'Quando (America/Sao Paulo),Quem,O quê,Detalhes,De onde,Programa',
      'Alterou conexão Loja',
      'Padrão: Não → Sim; Nome: – → Loja',
    ],
    [
      'en',
      'When (America/Sao Paulo),Who,What,Details,Where from,Program',
      'Changed connection Loja',
      'Default: No → Yes; Name: – → Loja',
    ],
    [
      'es',
      'Cuándo (America/Sao Paulo),Quién,Qué,Detalles,Desde dónde,Programa',
      'Cambió conexión Loja',
      'Predeterminada: No → Sí; Nombre: – → Loja',
    ],
  ] as const)(
    'is written in %s, and runs nothing in a spreadsheet',
    async (language, heading, said, details) => {
      const changes = [
        { field: 'isDefault', from: 'false', to: 'true' },
        { field: 'name', from: '', to: 'Loja' },
        { field: 'operation', from: '', to: 'whatsapps.connect' },
      ]
      const format = formatters(language)
      const text = (await auditCsv(speak(language), format, [entry({ changes })], 'America/Sao_Paulo')).join(
        '',
      )
      const [head, row] = text.slice(1).split('\r\n')
      expect([text[0], head]).toEqual(['\uFEFF', heading])
      expect(row).toContain(`,"'=Ana",${said},${details},127.0.0.1,Turno`)
      // On the clock that the heading names.
      expect(row).toContain('02/03/2026 09:00:00')
    },
  )

  it('holds every entry', async () => {
    const many = Array.from({ length: 1_201 }, (_, at) => entry({ id: at, subjectName: `N${at}` }))
    const text = (await auditCsv(speak('pt'), formatters('pt'), many, 'America/Sao_Paulo')).join('')
    expect(text.trim().split('\r\n')).toHaveLength(1_202)
  })
})

describe('a search of the audit log', () => {
  const meant = (language: Language, typed: string): string[][] =>
    JSON.parse(meaningsOf(speak(language), typed) ?? '[]') as string[][]

  it('asks for what the reader’s language calls by the words', () => {
    expect(meant('pt', 'alterou CONEXAO')).toEqual([
      ['alterou', ...meant('pt', 'alterou').flat().slice(1)],
      ['CONEXAO', ...meant('pt', 'conexão').flat().slice(1)],
    ])
    expect(meant('pt', 'alterou').flat()).toContain('update')
    expect(meant('pt', 'conexão').flat()).toContain('whatsapps')
    expect(meant('en', 'connection').flat()).toContain('whatsapps')
    expect(meant('es', 'saludo').flat()).toContain('greetingMessage')
    expect(meant('pt', 'reiniciou').flat()).toContain('whatsapps.restart')
  })

  it('asks for a choice by the words it is shown with', () => {
    expect(meant('pt', 'Administrador')[0]).toContain('admin')
    expect(meant('en', 'agent')[0]).toContain('user')
    expect(meant('pt', 'mensal')[0]).toContain('MENSAL')
    expect(meant('pt', 'Sim').flat()).not.toContain('enabled')
  })

  it('asks for the bare words where they are called nothing, and for no more than a server takes', () => {
    expect(meant('pt', '  Vendas ')).toEqual([['Vendas']])
    expect(meant('pt', 'a')).toEqual([['a']])
    expect(meaningsOf(speak('pt'), '  ')).toBeUndefined()
    expect(meant('pt', 'q1 q2 q3 q4 q5 q6 q7 q8').map(([word]) => word)).toEqual([
      'q1',
      'q2',
      'q3',
      'q4',
      'q5',
      'q6 q7 q8',
    ])
  })
})
