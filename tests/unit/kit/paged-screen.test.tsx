// @vitest-environment jsdom
import { type Tag, tag as tagSchema } from '@contract'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Tags } from 'lucide-react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { ApiError } from '@/api'
import { PagedScreen } from '@/features/kit'
import { createPagedList } from '@/stores/paged-list'
import { openScreen, said } from '../support/open-screen'

const tag = (id: number, name: string): Tag => tagSchema.parse({ id, name, color: '#1e88e5' })
const list = createPagedList<Tag>({
  name: 'of the screen',
  order: (a, b) => a.id - b.id,
  matches: () => true,
  read: async () => ({ rows: [tag(1, 'Cobrança'), tag(2, 'VIP'), tag(3, 'Fixa')], count: 3, hasMore: false }),
  onEvent: () => null,
})
const edit = vi.fn()
const remove = vi.fn()

const rows = (): string[] =>
  ['Cobrança', 'VIP', 'Fixa'].filter(name => screen.queryByText(name, { selector: '[role=row] *' }) !== null)
const press = async (name: string): Promise<void> =>
  userEvent.click(await screen.findByRole('button', { name }))
const question = () => screen.findByRole('dialog', { name: 'Exclusão de Registro' })
/** Opens a row's menu by keys. */
async function menuOf(name: string): Promise<void> {
  screen.getByText(name).closest<HTMLElement>('[role=row]')?.focus()
  await userEvent.keyboard('{Shift>}{F10}{/Shift}')
}

describe('rows of a list screen', () => {
  beforeEach(async () => {
    edit.mockReset()
    remove.mockReset().mockResolvedValue(null)
    await openScreen(
      <PagedScreen
        list={list}
        texts="tags"
        columns={[{ key: 'name', title: 'Nome', render: ({ name }) => name }]}
        rowName={({ name }) => name}
        onEdit={edit}
        mayChange={({ name }) => name !== 'Fixa'}
        removal={{
          call: remove,
          text: tags => `Somem: ${tags.map(({ name }) => name).join(', ')}`,
        }}
        empty={{ icon: Tags }}
      />,
    )
    await screen.findByText('3 tags')
  })

  it('are deleted after the question of the specification, by the menu of one and many at once', async () => {
    await menuOf('VIP')
    await userEvent.click(await screen.findByRole('menuitem', { name: 'Excluir VIP' }))
    const asked = within(await question())
    expect(asked.getByText(/Somem: VIP$/)).toBeDefined()
    await userEvent.click(asked.getByRole('button', { name: 'Excluir VIP' }))
    expect(await screen.findByText('2 tags')).toBeDefined()
    expect(remove.mock.calls).toEqual([[tag(2, 'VIP')]])
    expect(said()).toEqual(['Operação realizada com sucesso!'])
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())

    // What may not be changed can be chosen, but stays.
    await userEvent.click(screen.getByRole('checkbox', { name: 'Selecionar Cobrança' }))
    await userEvent.click(screen.getByRole('checkbox', { name: 'Selecionar Fixa' }))
    expect(screen.getByText('2 selecionados')).toBeDefined()
    expect(screen.queryByRole('textbox', { name: 'Buscar tag' })).toBeNull()
    remove.mockRejectedValue(new ApiError('refused', null, '', 400))
    await press('Excluir 1 tag')
    await userEvent.click(within(await question()).getByRole('button', { name: 'Excluir 1 tag' }))
    await waitFor(() => expect(said()).toContain('Não foi possível realizar a operação'))
    expect(remove.mock.calls.slice(1)).toEqual([[tag(1, 'Cobrança')]])
    expect(rows()).toEqual(['Cobrança', 'Fixa'])
  })

  it('are asked about in the plural where several go, and by how many', async () => {
    for (const name of ['Cobrança', 'VIP'])
      await userEvent.click(screen.getByRole('checkbox', { name: `Selecionar ${name}` }))
    await press('Excluir 2 tags')
    expect((await question()).textContent).toContain('Deseja realmente excluir esses 2 registros?\nSomem: ')
  })

  it('are edited by a press and by the pencil; one that may not be changed is only opened', async () => {
    await userEvent.click(screen.getByText('VIP'))
    await press('Editar Cobrança')
    expect(edit.mock.calls).toEqual([[tag(2, 'VIP')], [tag(1, 'Cobrança')]])
    expect(screen.queryByRole('button', { name: 'Editar Fixa' })).toBeNull()
    expect(screen.queryByRole('button', { name: 'Excluir Fixa' })).toBeNull()
    await userEvent.click(screen.getByText('Fixa'))
    expect(edit).toHaveBeenLastCalledWith(tag(3, 'Fixa'))
  })
})

it('a form of the screen opens for a row that opens and for a new one; a row may be deleted in its own way', async () => {
  const removed = vi.fn()
  await openScreen(
    <PagedScreen
      list={list}
      texts="tags"
      columns={[{ key: 'name', title: 'Nome', render: ({ name }) => name }]}
      rowName={({ name }) => name}
      form={(row, close) => (
        <button type="button" onClick={close}>
          {`Formulário: ${row?.name ?? 'nova'}`}
        </button>
      )}
      opens={({ name }) => name !== 'Fixa'}
      onRemove={(row, label) => removed(row.name, label)}
      mayRemove={({ name }) => name !== 'VIP'}
      empty={{ icon: Tags }}
    />,
  )
  await screen.findByText('3 tags')
  await userEvent.click(screen.getByText('Fixa'))
  expect(screen.queryByRole('button', { name: /Formulário/ })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Editar Fixa' })).toBeNull()
  await userEvent.click(screen.getByText('VIP'))
  await press('Formulário: VIP')
  await press('Adicionar tag')
  await press('Formulário: nova')
  expect(screen.queryByRole('button', { name: /Formulário/ })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Excluir VIP' })).toBeNull()
  await press('Excluir Fixa')
  expect(removed.mock.calls).toEqual([['Fixa', 'Excluir Fixa']])
})

it('a row that is moved twice goes two places, also where the first move is still on its way', async () => {
  let order = [1, 2, 3]
  const arranged = createPagedList<Tag>({
    name: 'that is arranged',
    read: async () => ({ rows: order.map(id => tag(id, `Tag ${id}`)), hasMore: false }),
  })
  await openScreen(
    <PagedScreen
      list={arranged}
      texts="tags"
      columns={[{ key: 'name', title: 'Nome', render: ({ name }) => name }]}
      rowName={({ name }) => name}
      arrange={async ids => {
        order = ids
      }}
      empty={{ icon: Tags }}
    />,
  )
  const up = await screen.findByRole('button', { name: 'Mover Tag 3 para cima' })
  fireEvent.click(up)
  fireEvent.click(up)
  await waitFor(() => expect(order).toEqual([3, 1, 2]))
})
