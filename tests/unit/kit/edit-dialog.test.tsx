// @vitest-environment jsdom
import { auditEntry, type Tag, tagForm, tag as tagSchema } from '@contract'
import { act, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Form, Input } from 'antd'
import { useEffect, useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '@/api'
import { EditDialog, useLiveRow } from '@/features/kit'
import { changeSince } from '@/features/kit/changed-by'
import { createPagedList } from '@/stores/paged-list'
import { openScreen } from '../support/open-screen'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('@/api', async original => ({ ...(await original<object>()), call }))
const vip = tagSchema.parse({ id: 1, name: 'Cobrança', color: '#1e88e5' })
const save = vi.fn(async () => {})
const fieldsOf = ({ name, color }: Tag) => ({ name, color })
const list = createPagedList<Tag>({
  name: 'of the dialog',
  order: (a, b) => a.id - b.id,
  matches: () => true,
  read: async () => ({ rows: [vip], count: 1, hasMore: false }),
  onEvent: () => null,
})

function Dialog() {
  const [open, setOpen] = useState(true)
  useEffect(() => list.open(), [])
  const live = useLiveRow(list, vip.id, fieldsOf)
  return open ? (
    <EditDialog
      keepAs="tags 1"
      schema={tagForm}
      title="Tag"
      initial={fieldsOf(vip)}
      live={live}
      save={save}
      onClose={() => setOpen(false)}
    >
      {({ item }) => (
        <Form.Item {...item('name')} label="Nome">
          <Input />
        </Form.Item>
      )}
    </EditDialog>
  ) : null
}

const name = (): HTMLInputElement => screen.getByLabelText('Nome')
const press = async (label: string): Promise<void> =>
  userEvent.click(await screen.findByRole('button', { name: label }))

describe('a dialog that edits', () => {
  beforeEach(async () => {
    call.mockReset().mockResolvedValue({ records: [], count: 0, hasMore: false })
    await openScreen(<Dialog />)
    await waitFor(() => expect(list.use.getState().rows).toEqual([vip]))
    await userEvent.type(name(), ' nova')
  })

  it('says beside its buttons what is not saved yet, and no more once it is as it was', async () => {
    const bar = screen.getByRole('button', { name: 'Salvar' }).parentElement
    expect(bar?.textContent).toMatch(/^não salvo/)
    await userEvent.type(name(), '{Backspace>5/}')
    expect(name().value).toBe('Cobrança')
    expect(bar?.textContent).not.toMatch(/não salvo/)
  })

  it('says what was refused until it is changed or saved again, also where it is left in between', async () => {
    save.mockRejectedValue(new ApiError('refused', 'ERR_VALIDATION', '', 400, { field: 'name' }))
    await press('Salvar')
    await screen.findByText('O servidor não aceitou este valor')
    await press('Cancelar')
    await press('Continuar editando')
    await userEvent.click(name())
    await userEvent.tab()
    expect(screen.getByText('O servidor não aceitou este valor')).toBeDefined()
    save.mockReset().mockRejectedValueOnce(null)
    await press('Salvar')
    await waitFor(() => expect(save).toHaveBeenCalledOnce())
    await userEvent.type(name(), '!')
    await waitFor(() => expect(screen.queryByText('O servidor não aceitou este valor')).toBeNull())
  })

  it('asks before unsaved text is lost', async () => {
    await press('Cancelar')
    await press('Continuar editando')
    expect(name().value).toBe('Cobrança nova')
    await press('Cancelar')
    await press('Descartar')
    await waitFor(() => expect(screen.queryByLabelText('Nome')).toBeNull())
  })

  it('gives the keyboard back after a save that failed: to the wrong field, else to where it was', async () => {
    let fail: (error: ApiError) => void = () => {}
    save.mockReturnValueOnce(
      new Promise((_, rejected) => {
        fail = rejected
      }),
    )
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    await waitFor(() => expect(name().matches(':disabled')).toBe(true))
    // What a browser does with a field that is locked, and jsdom does not.
    name().blur()
    fail(new ApiError('refused', 'ERR_INTERNAL', '', 500))
    expect(await screen.findByText(/O servidor falhou/)).toBeDefined()
    expect(name().value).toBe('Cobrança nova')
    expect(document.activeElement).toBe(name())

    const issues = [{ path: ['name'], message: 'Required' }]
    save.mockRejectedValueOnce(new ApiError('refused', 'ERR_VALIDATION', '', 400, { issues }))
    await press('Salvar')
    expect(await screen.findByText('Obrigatório')).toBeDefined()
    await waitFor(() => expect(document.activeElement).toBe(name()))
    await press('Salvar')
    await waitFor(() => expect(screen.queryByLabelText('Nome')).toBeNull())
  })

  it('stays busy for 400 ms, however quick the server is', async () => {
    const from = performance.now()
    await press('Salvar')
    await waitFor(() => expect(screen.queryByLabelText('Nome')).toBeNull())
    expect(performance.now() - from).toBeGreaterThanOrEqual(399)
  })

  it('shows what a colleague changed while one types, and loses nothing typed', async () => {
    const dialog = within(screen.getByRole('dialog'))
    act(() => list.keep({ ...vip, name: 'Faturas', color: '#43a047' }))
    expect(await dialog.findByText(/Outra pessoa alterou este registro/)).toBeDefined()
    expect(dialog.getByText('Faturas')).toBeDefined()
    expect(name().value).toBe('Cobrança nova')
    save.mockClear()
    // Saving over an unanswered question would answer it silently.
    await userEvent.keyboard('{Control>}{Enter}{/Control}')
    const choice = dialog.getByRole('button', { name: 'Usar o dela' })
    await waitFor(() => expect(document.activeElement).toBe(choice))
    expect(dialog.getByText('Antes de salvar, escolha uma das duas.')).toBeDefined()
    expect(save).not.toHaveBeenCalled()
    await press('Manter o meu')
    expect(dialog.queryByText(/Outra pessoa/)).toBeNull()
    expect(name().value).toBe('Cobrança nova')
    act(() => list.keep({ ...vip, name: 'Boletos' }))
    await press('Usar o dela')
    expect(name().value).toBe('Boletos')
  })

  it('names who did, where the audit log says it', async () => {
    const entry = (userId: number, userName: string, subjectId: string, createdAt: number) =>
      auditEntry.parse({
        ...{ id: createdAt, userId, userName, subjectId, createdAt: new Date(createdAt).toISOString() },
        ...{ action: 'update', subject: 'tags', subjectName: '', program: '', address: '', changes: [] },
        ...{ byPlatform: false, companyName: '' },
      })
    const now = Date.now()
    const records = [
      entry(2, 'Eu', '1', now + 9_000),
      entry(8, 'Carla', '2', now + 8_000),
      entry(7, 'Bruno', '1', now + 7_000),
      entry(9, 'Davi', '1', now - 86_400_000),
    ]
    call.mockResolvedValue({ records, count: 4, hasMore: false })
    const dialog = within(screen.getByRole('dialog'))
    act(() => list.keep({ ...vip, name: 'Faturas' }))
    expect(await dialog.findByText('Bruno alterou este registro enquanto você o editava.')).toBeDefined()
    expect(call).toHaveBeenCalledWith('audit.list', expect.objectContaining({ query: { subject: 'tags' } }))
    expect(changeSince(records.slice(3), '1', 2, now)).toBeUndefined()
  })
})
