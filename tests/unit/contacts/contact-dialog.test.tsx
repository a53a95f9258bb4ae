// @vitest-environment jsdom
import { type Contact, contact as contactSchema } from '@contract'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { MemoryRouter } from 'react-router-dom'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '@/api'
import { Providers } from '@/app/providers'
import { ContactDialog } from '@/features/contacts'
import { startPreferences, stopPreferences } from '@/stores/preferences'
import { startSession, stopSession } from '@/stores/session'
import { fakeBridge, installBridge } from '../support/fake-bridge'
import { withLayout } from '../support/jsdom'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('@/api', async original => ({ ...(await original<object>()), call }))

const ana: Contact = contactSchema.parse({ id: 7, name: 'Ana', number: '5511912345678', email: '' })
const CPF = { id: 4, name: 'CPF', value: '1' }
let refusal: unknown = null
const closed = vi.fn()

function Dialog({ contact }: { contact?: Contact }) {
  return (
    <Providers>
      <MemoryRouter>
        <ContactDialog {...(contact ? { contact } : {})} onClose={closed} />
      </MemoryRouter>
    </Providers>
  )
}
beforeEach(async () => {
  withLayout()
  closed.mockReset()
  call.mockReset()
  refusal = null
  call.mockImplementation(async (name: string, { body }: { body?: object } = {}) => {
    if (name === 'contacts.get') return { ...ana, extraInfo: [CPF] }
    if (refusal) throw refusal
    return { ...ana, ...body }
  })
  const fake = fakeBridge()
  installBridge(fake)
  await Promise.all([startSession(fake.bridge), startPreferences(fake.bridge)])
})
afterEach(() => {
  stopSession()
  stopPreferences()
})
const sent = (name: string): unknown[] =>
  call.mock.calls.filter(([called]) => called === name).map(([, options]) => options)
const press = async (name: string): Promise<void> =>
  void fireEvent.click(screen.getByText(name, { selector: 'button span' }))
const dialog = () => screen.findByRole('dialog')
const write = async (label: string, value: string): Promise<void> =>
  void fireEvent.change(within(await dialog()).getByLabelText(label), { target: { value } })

describe('the contact dialog', () => {
  it('sends the rows of additional information that were read, and closes without a question', async () => {
    render(<Dialog contact={ana} />)
    expect(await screen.findByDisplayValue('CPF')).toBeDefined()
    await write('Nome', 'Ana Luz')
    await press('Salvar')
    await waitFor(() => expect(closed).toHaveBeenCalled())
    const body = { name: 'Ana Luz', number: '5511912345678', email: '', extraInfo: [CPF] }
    expect(sent('contacts.update')).toEqual([{ params: { id: 7 }, body }])
  })

  it('says at the number that somebody has it already', async () => {
    refusal = new ApiError('refused', 'ERR_DUPLICATED_CONTACT', '', 409)
    render(<Dialog />)
    await write('Nome', 'Eva')
    await write('Número do WhatsApp', '5511900000000')
    await press('Adicionar')
    const number = within(await dialog()).getByLabelText('Número do WhatsApp')
    await waitFor(() => expect(number.getAttribute('aria-invalid')).toBe('true'))
    expect(closed).not.toHaveBeenCalled()
  })
})
