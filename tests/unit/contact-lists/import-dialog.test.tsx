// @vitest-environment jsdom
import type { EndpointName } from '@contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { ApiError } from '@/api'
import { startFeed } from '@/stores/feed'
import { ImportDialog } from '../../../src/features/contact-lists/import-dialog'
import { sheetAnswers } from '../../../src/features/contact-lists/sheet/answers'
import type { FromSheet, ToSheet } from '../../../src/features/contact-lists/sheet/protocol'
import { createSheet } from '../../../src/features/contact-lists/sheet/sheet'
import type { FakeBridge } from '../support/fake-bridge'
import { openScreen } from '../support/open-screen'
import { PNG, workbook } from './a-sheet'

const { call, saveBlob } = vi.hoisted(() => ({ call: vi.fn(), saveBlob: vi.fn() }))
vi.mock('@/api', async original => ({
  ...(await original<object>()),
  // Which country the company's clock is of.
  call: (name: string, options: unknown) =>
    name === 'settings.list' ? Promise.resolve([]) : call(name, options),
}))
vi.mock('@/stores/downloads', async original => ({ ...(await original<object>()), saveBlob }))

/** A worker without a thread: the same desk, asked at once. */
function inlineWorker(): Worker {
  const answer = sheetAnswers()
  const worker = {
    onmessage: null as ((event: { data: FromSheet }) => void) | null,
    onerror: null,
    postMessage: (asked: ToSheet) => void answer(asked).then(data => worker.onmessage?.({ data })),
    terminate() {
      worker.onmessage = null
    },
  }
  return worker as unknown as Worker
}

let fake: FakeBridge
let stopFeed: () => void = () => undefined
let closed = 0

async function open(): Promise<void> {
  fake = await openScreen(
    <ImportDialog
      contactListId={5}
      makeSheet={() => createSheet(inlineWorker)}
      onClose={() => {
        closed += 1
      }}
    />,
    { user: { profile: 'user' } },
  )
  stopFeed = startFeed(fake.bridge)
}

const fileOf = (name: string, rows: unknown[][]): File => new File([workbook({ Lista: rows })], name)
async function choose(file: File): Promise<void> {
  const input = document.querySelector<HTMLInputElement>('input[type="file"]')
  if (!input) throw new Error('no field for a file')
  await userEvent.upload(input, file, { applyAccept: false })
}
const sentRows = (): { rows: { line: number }[] }[] =>
  call.mock.calls.filter(([name]) => name === 'contactLists.addRows').map(([, options]) => options.body)
const tab = (name: RegExp) => screen.findByRole('tab', { name })

beforeEach(() => {
  closed = 0
  saveBlob.mockReset()
  call.mockReset()
})
afterEach(() => {
  stopFeed()
})

it('goes from a file by its columns to a report of every row, which learns what the channel says', async () => {
  call.mockImplementation(async (name: EndpointName) => {
    if (name !== 'contactLists.addRows') return null
    const row = (line: number, outcome: string, id: number | null, number: string, reason = '') => ({
      ...{ line, outcome, id, number, reason, numberState: null },
    })
    return {
      rows: [
        row(2, 'added', 1, '5511900000001'),
        row(3, 'added', 2, '5511900000002'),
        row(4, 'repeated', null, '5511900000001'),
        row(5, 'rejected', null, 'ramal', 'INVALID_NUMBER'),
      ],
    }
  })
  await open()
  await choose(
    fileOf('clientes.xlsx', [
      ['Cidade', 'Celular', 'Cliente'],
      ['Recife', 5511900000001, 'Ana'],
      ['Natal', 5511900000002, 'Bia'],
      ['Natal', 5511900000001, 'Ana de novo'],
      ['Belém', 'ramal', 'Caio'],
    ]),
  )
  expect(await screen.findByText('4 linhas com dados')).toBeDefined()
  const preview = screen.getByRole('table', { name: 'Assim entram as primeiras linhas' })
  expect(within(preview).getByText('Ana de novo')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Importar 4 linhas' }))
  expect(await screen.findByText('Importação concluída', { selector: '.ant-modal-title' })).toBeDefined()
  expect(sentRows()).toEqual([
    {
      rows: [
        { line: 2, name: 'Ana', number: '5511900000001', email: '' },
        { line: 3, name: 'Bia', number: '5511900000002', email: '' },
        { line: 4, name: 'Ana de novo', number: '5511900000001', email: '' },
        { line: 5, name: 'Caio', number: 'ramal', email: '' },
      ],
    },
  ])
  expect(await screen.findByText('O número não é válido')).toBeDefined()
  expect(screen.getByText(/^Verificando 2 números/)).toBeDefined()

  const of = { name: 'x', number: '1', email: '', contactListId: 5 }
  const told = { action: 'update', records: [1, 2].map(id => ({ ...of, id, isWhatsappValid: id === 1 })) }
  act(() =>
    fake.emit('feed', { events: [{ seq: 1, event: { channel: 'ContactListItem', data: told } as never }] }),
  )
  await userEvent.click(await tab(/^Fora do WhatsApp 1$/))
  expect(await screen.findByText('Bia')).toBeDefined()
  expect(screen.getByText('O número não está no WhatsApp')).toBeDefined()
  await userEvent.click(await tab(/^Repetidos 1$/))
  expect(await screen.findByText('O número já está na lista')).toBeDefined()
  expect(await tab(/^Adicionados 1$/)).toBeDefined()
  expect(screen.queryByText(/^Verificando/)).toBeNull()

  await userEvent.click(screen.getByRole('button', { name: 'Baixar relatório' }))
  await waitFor(() => expect(saveBlob).toHaveBeenCalled())
  const [[blob]] = saveBlob.mock.calls as [[Blob]]
  expect(await blob.text()).toContain('3,Bia,5511900000002,Fora do WhatsApp,O número não está no WhatsApp')
})

it('puts 55 before Brazilian numbers without it, shows so before and after, and leaves them on request', async () => {
  call.mockImplementation(async (name: EndpointName, options: { body: { rows: { number: string }[] } }) =>
    name === 'contactLists.addRows'
      ? {
          rows: options.body.rows.map((row, i) => ({
            ...row,
            outcome: i === 2 ? 'rejected' : 'added',
            id: i === 2 ? null : i + 1,
            reason: i === 2 ? 'INVALID_NUMBER' : '',
            numberState: 'valid',
          })),
        }
      : null,
  )
  await open()
  const rows = [
    ['Nome', 'Celular'],
    ['Iara', '(11) 97654-0002'],
    ['Davi', '+351 912 345 678'],
    ['Caio', 'ramal'],
  ]
  await choose(fileOf('clientes.xlsx', rows))
  const preview = await screen.findByRole('table', { name: 'Assim entram as primeiras linhas' })
  expect(within(preview).getByText('5511976540002')).toBeDefined()
  const brazil = screen.getByRole('checkbox', { name: /Números sem código do país são do Brasil/ })
  await userEvent.click(brazil)
  expect(within(preview).getByText('(11) 97654-0002')).toBeDefined()
  await userEvent.click(brazil)
  await userEvent.click(screen.getByRole('button', { name: 'Importar 3 linhas' }))
  await userEvent.click(await tab(/^Adicionados 2$/))
  expect(sentRows()[0]).toMatchObject({
    rows: [{ number: '5511976540002' }, { number: '+351 912 345 678' }, { number: 'ramal' }],
  })
  const row = (await screen.findByText('Iara')).closest('[role=row]') as HTMLElement
  expect(within(row).getAllByText(/veio sem código do país: entrou com 55/)).not.toHaveLength(0)
  expect(screen.getAllByText(/entrou com 55/).every(one => row.contains(one))).toBe(true)
})

it('refuses a renamed picture with a text, and takes the next file', async () => {
  await open()
  await choose(new File([PNG], 'clientes.xlsx'))
  expect(
    await screen.findByText('O conteúdo deste arquivo não é uma planilha, apesar do nome.'),
  ).toBeDefined()
  const huge = new File(['x'], 'clientes.xlsx')
  Object.defineProperty(huge, 'size', { value: 200 * 1024 * 1024 })
  await choose(huge)
  expect(await screen.findByText(/^O arquivo passa de 25/)).toBeDefined()
  await choose(fileOf('clientes.xlsx', [['Ana', 5511900000001]]))
  expect(await screen.findByText('1 linha com dados')).toBeDefined()
})

it('wants the column of the number, and goes by the columns that are chosen', async () => {
  call.mockResolvedValue({ rows: [] })
  await open()
  await choose(
    fileOf('a.xlsx', [
      ['Pessoa', 'Código'],
      ['Ana', 'A-1'],
      ['Bia', 'B-2'],
    ]),
  )
  const button = await screen.findByRole('button', { name: 'Importar 2 linhas' })
  expect(button.hasAttribute('disabled')).toBe(true)
  await userEvent.click(screen.getByRole('combobox', { name: 'Número' }))
  await userEvent.click(await screen.findByTitle('Código (coluna B)'))
  await userEvent.click(screen.getByRole('checkbox', { name: 'A primeira linha traz os nomes das colunas' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Importar 3 linhas' }))
  await waitFor(() =>
    expect(sentRows()).toMatchObject([
      { rows: [{ name: 'Pessoa', number: 'Código' }, {}, { number: 'B-2' }] },
    ]),
  )
})

it('goes on where the server stopped answering, and stops when it is told to', async () => {
  const rows = [
    ['Nome', 'Número'],
    ...Array.from({ length: 1_200 }, (_, i) => [`Cliente ${i}`, 5511900000000 + i]),
  ]
  const answer = (body: { rows: { line: number; number: string }[] }) => ({
    rows: body.rows.map(({ line, number }) => ({
      ...{ line, number, outcome: 'added', id: line, reason: '', numberState: 'valid' },
    })),
  })
  let calls = 0
  let release: () => void = () => undefined
  call.mockImplementation(async (_name: string, { body }: { body: Parameters<typeof answer>[0] }) => {
    calls += 1
    if (calls === 2) throw new ApiError('unreachable', 'SERVER_UNREACHABLE', '', 0)
    if (calls === 3)
      await new Promise<void>(resolve => {
        release = resolve
      })
    return answer(body)
  })
  await open()
  await choose(fileOf('a.xlsx', rows))
  await userEvent.click(await screen.findByRole('button', { name: 'Importar 1.200 linhas' }))
  expect(
    await screen.findByText(/^O servidor não responde.*O que já foi importado fica na lista\.$/),
  ).toBeDefined()
  expect(await tab(/^Adicionados 500$/)).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Continuar' }))
  expect(await screen.findByText('Importando: 500 de 1.200 linhas')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Interromper' }))
  release()
  expect(await screen.findByText('Importação interrompida', { selector: '.ant-modal-title' })).toBeDefined()
  expect(await tab(/^Adicionados 1\.000$/)).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Continuar' }))
  expect(await tab(/^Adicionados 1\.200$/)).toBeDefined()
  expect(sentRows().map(({ rows: part }) => [part[0]?.line, part.length])).toEqual([
    [2, 500],
    [502, 500],
    [502, 500],
    [1_002, 200],
  ])
  await userEvent.click(screen.getByText('Fechar'))
  expect(closed).toBe(1)
})
