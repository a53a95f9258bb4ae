// @vitest-environment jsdom
import './pressing'
import { downloadRequest, type ReportSchedule } from '@contract'
import { read, utils } from '@e965/xlsx'
import { screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { ReportActions } from '@/features/report-files'
import { reportSchedules, ticketTrackings } from '../../../electron/server/db/schema'
import { sendDueReports } from '../../../electron/server/report-schedules/job'
import { type SmtpDouble, smtpDouble } from '../../support/smtp-double'
import { harnessForFile } from '../server/for-file'
import { press } from './fields'
import { answered, choose, handOn, onScreen } from './pressing'

vi.setConfig({ testTimeout: 120_000 })
const h = harnessForFile()
let smtp: SmtpDouble
const page = document.body

beforeAll(async () => {
  smtp = await smtpDouble()
  const platform = await h.superOf(h.one)
  const server = { host: '127.0.0.1', port: smtp.port, security: 'none', user: '' }
  await h.call(platform, 'mail.saveSettings', {
    body: { ...server, fromName: 'Turno', fromAddress: 'turno@exemplo.com.br' },
  })
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
afterAll(() => smtp.close())

/** A dialog over another: here all of them share one id for their titles. */
const titled = async (title: string): Promise<HTMLElement> =>
  (await screen.findByText(title, { selector: '.ant-modal-title' })).closest('[role=dialog]') as HTMLElement

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

it('has a report sent each week to chosen people: it arrives when it is due, and says so', async () => {
  const report = { query, tables: ['summary'] as const }
  await onScreen(h, h.one.admin, <ReportActions report={report} />)
  await press(page, 'Por e-mail')
  const list = await screen.findByRole('dialog', { name: 'Relatórios por e-mail' })
  await within(list).findByText('Nenhum relatório programado')
  await press(list, 'Programar relatório')
  const box = await titled('Programar relatório')
  const form = handOn(box)
  form.type('Nome', 'Semana do suporte')
  const select = async (label: string, option: string) => {
    await userEvent.click(within(box).getByRole('combobox', { name: new RegExp(`^${label}`) }))
    await choose(option)
  }
  await select('Filas', 'Suporte')
  await select('Pessoas da equipe', h.one.sup.name)
  await form.press('Adicionar')
  await within(list).findByText('Semana do suporte')
  const [made] = (await h.call<{ schedules: ReportSchedule[] }>(h.one.admin, 'reportSchedules.list')).body
    .schedules
  expect(made).toMatchObject({
    ...{ period: 'week', day: 1, hour: 8, language: 'pt', clock: 'business', active: true },
    ...{ queueIds: [h.one.suporte], userIds: [h.one.admin.id, h.one.sup.id], ownerId: h.one.admin.id },
  })
  const dueAt = '2026-03-16T11:00:00.000Z'
  // Still to come: what is to be sent before now the server itself would send, too.
  const nextAt = new Date(Date.now() + 86_400_000)
  const row = { dueAt, nextAt: nextAt.toISOString() }
  await h.update(reportSchedules, row, eq(reportSchedules.id, made?.id ?? 0))
  await sendDueReports(h.running.app, nextAt)
  expect(smtp.mails.flatMap(({ to }) => to).sort()).toEqual([h.one.admin.email, h.one.sup.email].sort())
  expect(smtp.mails[0]?.texts.get('text/plain')).toContain('Conversas: 2')
  await press(list, 'Pausar Semana do suporte')
  await within(list).findByText('Pausado')
  // The answer of the press tells what became of the mail, too.
  await within(list).findByText(/^Enviado em /)
  await press(list, 'Enviar Semana do suporte agora')
  await waitFor(() => expect(smtp.mails).toHaveLength(4))
  await answered()
  await press(list, 'Excluir Semana do suporte')
  const [title] = await screen.findAllByText('Excluir Semana do suporte?')
  await press(title?.closest('[role=dialog]') as HTMLElement, 'Excluir')
  await within(list).findByText('Nenhum relatório programado')
})
