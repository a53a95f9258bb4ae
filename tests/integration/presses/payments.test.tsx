// @vitest-environment jsdom
import './pressing'
import { screen, waitFor } from '@testing-library/react'
import { eq } from 'drizzle-orm'
import { parsePix } from 'pix-utils'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { PlansSection } from '@/features/companies'
import { InvoicesScreen } from '@/features/finance'
import { charges, companies, invoices, plans } from '../../../electron/server/platform/db/schema'
import { pollPendingCharges } from '../../../electron/server/platform/payments/charges'
import { makeInvoices } from '../../../electron/server/platform/payments/invoices'
import { type PixBank, startPixBank } from '../../support/pix-bank'
import { type Harness, type Person, startHarness } from '../server/harness'
import { fill, pick, press } from './fields'
import { onScreen } from './pressing'

// Whole forms are filled: a busy machine takes its time.
vi.setConfig({ testTimeout: 120_000 })

const DAY_MS = 86_400_000
let h: Harness
let root: Person
let bank: PixBank
beforeAll(async () => {
  bank = await startPixBank()
  h = await startHarness({ bankAuthority: bank.ca })
  root = await h.superOf(h.one)
})
afterAll(async () => {
  await h.close()
  await bank.close()
})
const page = document.body
const OWNER = {
  'Chave Pix': 'caixa@turno.app',
  'Nome de quem recebe': 'Turno',
  'Cidade de quem recebe': 'Recife',
}

/** How the platform is paid, as it is typed on its screen. */
async function receive(provider: string, fields: Record<string, string>): Promise<void> {
  await onScreen(h, root, <InvoicesScreen />)
  await press(page, 'Recebimento')
  await screen.findByLabelText('Chave Pix')
  const dialog = screen.getByRole('dialog')
  await pick(dialog, /^Forma de recebimento/, provider)
  for (const [label, value] of Object.entries({ ...OWNER, ...fields }))
    fill(dialog, new RegExp(`^${label.replace(/[()]/g, '\\$&')}`), value)
  await press(dialog, 'Salvar')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
}
const dueDate = async (): Promise<number> => {
  const [row] = await h.db.select().from(companies).where(eq(companies.id, h.two.id))
  return Date.parse(row?.dueDate ?? '')
}
/** An admin of the second company pays its next invoice. @returns the code that is shown to be paid. */
async function pay(): Promise<string> {
  await h.db.platform.delete(invoices)
  await h.update(
    companies,
    { dueDate: new Date(Date.now() + 5 * DAY_MS).toISOString() },
    eq(companies.id, h.two.id),
  )
  await makeInvoices(h.running.app)
  await onScreen(h, h.two.admin, <InvoicesScreen />)
  await press(page, /^PAGAR fatura/)
  const checkout = await screen.findByRole('dialog')
  await press(checkout, 'Voltar')
  fill(checkout, /^Nome completo/, 'Otávio Reis')
  fill(checkout, /^Endereço/, 'Rua das Flores, 10')
  fill(checkout, /^Cidade/, 'Recife')
  fill(checkout, /^CEP/, '50000-000')
  for (const name of ['Próximo', 'Próximo', 'PAGAR']) await press(checkout, name)
  return (await screen.findByLabelText<HTMLInputElement>('Pix copia e cola')).value
}

it('the value of a plan that is typed is what its companies owe, to the Pix key that was typed', async () => {
  await onScreen(h, root, <PlansSection />)
  await press(page, 'Editar Plano Dois')
  const dialog = await screen.findByRole('dialog')
  fill(dialog, /^Valor/, '49,90')
  await press(dialog, 'Salvar')
  await waitFor(async () => expect(await h.db.$count(plans, eq(plans.value, 49.9))).toBe(1))
  await receive('Chave Pix, baixa manual', {})
  expect(parsePix(await pay())).toMatchObject({
    pixKey: 'caixa@turno.app',
    merchantName: 'TURNO',
    merchantCity: 'RECIFE',
    transactionAmount: 49.9,
  })
})

it('a bank that is typed is asked for the charge with the certificate and the secret that were, and believed', async () => {
  await receive('Banco (API Pix)', {
    'Endereço da API Pix': bank.baseUrl,
    'Endereço do token (OAuth2)': bank.tokenUrl,
    'Client ID': 'turno-client',
    'Client secret': 'turno-secret',
    'Certificado e chave privada (PEM)': bank.client,
  })
  const code = await pay()
  const [charge] = await h.db.select().from(charges).where(eq(charges.provider, 'apiPix'))
  expect(code).toContain(charge?.txid)
  const before = await dueDate()
  bank.pay(charge?.txid ?? '')
  await pollPendingCharges(h.running.app)
  expect(await dueDate()).toBeGreaterThan(before + 20 * DAY_MS)
})
