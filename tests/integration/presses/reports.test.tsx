// @vitest-environment jsdom
import './pressing'
import { downloadRequest } from '@contract'
import { read, utils } from '@e965/xlsx'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { beforeAll, describe, expect, it, vi } from 'vitest'
import { ReportActions } from '@/features/report-files'
import { ticketTrackings } from '../../../electron/server/platform/db/schema'
import { harnessForFile } from '../server/for-file'
import { press } from './fields'
import { onScreen } from './pressing'

// Charts are drawn on a canvas, which jsdom has not.
vi.mock('@ant-design/charts', () => ({ Bar: () => null, Column: () => null, Line: () => null }))

const h = harnessForFile()

describe('a report as a file', () => {
  const page = document.body

  beforeAll(async () => {
    for (const [day, queueId] of [
      ['2026-03-09', h.one.suporte],
      ['2026-03-10', h.one.suporte],
      ['2026-03-11', h.one.vendas],
    ] as const) {
      const contactId = await h.newContact(h.one, `Cliente de ${day}`)
      const ticket = await h.newTicket(h.one, { contactId, status: 'closed', queueId })
      await h.insert(ticketTrackings, {
        ...{ companyId: h.one.id, ticketId: ticket.id, queueId },
        queuedAt: `${day}T12:00:00.000Z`,
        startedAt: `${day}T12:05:00.000Z`,
        finishedAt: `${day}T12:30:00.000Z`,
      })
    }
  })
  const query = { from: '2026-03-09', to: '2026-03-15' }

  it('saves the tables that are ticked, as filtered and whole, as a workbook or as CSV', async () => {
    const report = { query: { ...query, queueIds: [h.one.suporte] }, tables: ['queue'] as const }
    const fake = await onScreen(h, h.one.admin, <ReportActions report={report} />)
    const saved = async () => {
      const call = await waitFor(() => {
        const found = fake.calls.filter(({ name }) => name === 'downloads.start').at(-1)
        if (!found) throw new Error('nothing is saved')
        return found
      })
      // Main takes it for a file of ours.
      const request = downloadRequest.parse(call.input)
      const answer = await h.raw(h.one.admin, request.source)
      expect(answer.status).toBe(200)
      return { request, bytes: Buffer.from(await answer.arrayBuffer()) }
    }
    await press(page, 'Exportar')
    let dialog = await screen.findByRole('dialog', { name: 'Exportar relatório' })
    await userEvent.click(within(dialog).getByRole('checkbox', { name: 'Tickets' }))
    within(dialog).getByText('Esta tabela traz nomes de clientes.')
    await press(dialog, 'Exportar')
    const workbook = await saved()
    expect(workbook.request.name).toBe('Relatório 2026-03-09 2026-03-15.xlsx')
    const book = read(workbook.bytes)
    expect(book.SheetNames).toEqual(['Por fila', 'Tickets'])
    const rows = utils.sheet_to_json<unknown[]>(book.Sheets.Tickets ?? {}, { header: 1 })
    // Those of the other queue are filtered away; the latest first.
    expect(rows.slice(1).map(row => row[1])).toEqual(['Cliente de 2026-03-10', 'Cliente de 2026-03-09'])
    fake.calls.length = 0
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await press(page, 'Exportar')
    dialog = await screen.findByRole('dialog', { name: 'Exportar relatório' })
    await userEvent.click(within(dialog).getByRole('radio', { name: 'CSV (uma tabela)' }))
    await userEvent.click(within(dialog).getByRole('radio', { name: 'Por dia' }))
    await press(dialog, 'Exportar')
    const csv = (await saved()).bytes.toString('utf8')
    expect(csv.startsWith('\uFEFFDia;Conversas;')).toBe(true)
    expect(csv).toContain('\r\n2026-03-10;1;1;')
  })
})
