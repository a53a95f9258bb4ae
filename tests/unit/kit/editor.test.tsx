// @vitest-environment jsdom
/** The kit's editor: rules of every part, Ctrl+S, unsaved text, refusals on their field. */
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react'
import { Form, Input } from 'antd'
import { createMemoryRouter, Route, RouterProvider, Routes } from 'react-router-dom'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { ApiError } from '@/api'
import { Providers } from '@/app/providers'
import { EditDialog, Editor } from '@/features/kit'
import { openScreen } from '../support/open-screen'

const schema = z.object({
  name: z.string().trim().min(2, 'Too Short!').max(10, 'Too Long!'),
  city: z.string().trim().max(10, 'Too Long!'),
})
type Fields = z.input<typeof schema>
const save = vi.fn<(fields: Fields) => Promise<void>>()
const closed = vi.fn()

function Thing({ shape = 'page' }: { shape?: 'page' | 'drawer' }) {
  return (
    <Editor
      shape={shape}
      keepAs="thing"
      title="Coisa"
      schema={schema}
      initial={{ name: 'Ana', city: 'Recife' }}
      save={save}
      fieldOfCode={{ ERR_DUPLICATED_TAG: 'name' }}
      minBusyMs={0}
      onClose={closed}
      preview={({ name }) => <output>olá {name}</output>}
      sections={[
        {
          key: 'one',
          title: 'Dados',
          fields: ({ item }) => (
            <Form.Item {...item('name')} label="Nome">
              <Input />
            </Form.Item>
          ),
        },
        {
          key: 'two',
          title: 'Lugar',
          fields: ({ item }) => (
            <Form.Item {...item('city')} label="Cidade">
              <Input />
            </Form.Item>
          ),
        },
      ]}
    />
  )
}

let router: ReturnType<typeof createMemoryRouter>
async function open(shape?: 'drawer'): Promise<void> {
  const screens = (
    <Routes>
      <Route path="/" element={<Thing {...(shape ? { shape } : {})} />} />
      <Route path="/away" element={<p>outra tela</p>} />
    </Routes>
  )
  router = (await openScreen(screens)).router
  await screen.findByLabelText('Nome')
}

beforeEach(() => {
  Element.prototype.scrollIntoView = () => undefined
  save.mockReset().mockResolvedValue(undefined)
  closed.mockReset()
})
const write = (label: string, value: string): void =>
  void fireEvent.change(screen.getByLabelText(label, { exact: false }), { target: { value } })
const ctrlS = (): void => void fireEvent.keyDown(screen.getByLabelText('Nome'), { key: 's', ctrlKey: true })

describe('the editor', () => {
  it('lays the preview over the form where there is no room beside it, and takes it away again', async () => {
    await open()
    const aside = screen.getByRole('status').closest('aside')
    const before = aside?.className
    fireEvent.click(screen.getByRole('button', { name: 'Ver prévia' }))
    expect(aside?.className).not.toBe(before)
    fireEvent.click(screen.getByRole('button', { name: 'Formulário', pressed: true }))
    expect(aside?.className).toBe(before)
  })

  it('shares no id with the dialog over it, whose fields have the same names', async () => {
    await open()
    render(
      <Providers>
        <RouterProvider
          router={createMemoryRouter([
            {
              path: '/',
              element: (
                <EditDialog
                  keepAs="other thing"
                  title="Outra coisa"
                  schema={schema}
                  initial={{ name: 'Bia', city: 'Olinda' }}
                  save={save}
                  onClose={closed}
                >
                  {({ item }) => (
                    <Form.Item {...item('name')} label="Nome da outra">
                      <Input />
                    </Form.Item>
                  )}
                </EditDialog>
              ),
            },
          ])}
        />
      </Providers>,
    )
    expect((await screen.findByLabelText<HTMLInputElement>('Nome da outra')).value).toBe('Bia')
    expect(screen.getByLabelText<HTMLInputElement>('Nome').value).toBe('Ana')
    const ids = [...document.querySelectorAll('[id]')].map(({ id }) => id)
    expect(new Set(ids).size).toBe(ids.length)
  })

  it('begins at its first field when it comes over the screen', async () => {
    await open('drawer')
    await waitFor(() => expect(document.activeElement).toBe(screen.getByLabelText('Nome')))
  })

  it('begins at its first field where a page led to it, and leaves by Escape, asking for what is not saved', async () => {
    await open()
    const name = screen.getByLabelText('Nome')
    expect(document.activeElement).toBe(name)
    fireEvent.keyDown(name, { key: 'Escape' })
    await waitFor(() => expect(closed).toHaveBeenCalledTimes(1))
    fireEvent.change(name, { target: { value: 'Bia' } })
    fireEvent.keyDown(name, { key: 'Escape' })
    expect(await screen.findAllByText('Descartar o que não foi salvo?')).not.toEqual([])
    expect(closed).toHaveBeenCalledTimes(1)
  })

  it('holds the rules of every part, marks what is not saved, previews, and saves by Ctrl+S what the schema made', async () => {
    await open()
    expect(screen.queryByText('não salvo')).toBeNull()
    write('Nome', ' Eva ')
    write('Cidade', 'uma cidade longa demais')
    expect(screen.getByText('não salvo')).toBeDefined()
    expect(screen.getByText(/^olá\s+Eva/)).toBeDefined()
    ctrlS()
    expect(await screen.findByText('Muito longo!')).toBeDefined()
    expect(save).not.toHaveBeenCalled()
    write('Cidade', 'Olinda')
    ctrlS()
    await waitFor(() => expect(closed).toHaveBeenCalled())
    expect(save.mock.calls).toEqual([[{ name: 'Eva', city: 'Olinda' }]])
  })

  it('shows a refusal at its field, and one of the whole form above the fields; the text stays', async () => {
    const shown = vi.spyOn(Element.prototype, 'scrollIntoView')
    await open()
    write('Nome', 'Eva')
    save.mockRejectedValueOnce(new ApiError('refused', 'ERR_DUPLICATED_TAG', '', 409))
    ctrlS()
    await waitFor(() => expect(screen.getByLabelText('Nome').getAttribute('aria-invalid')).toBe('true'))
    save.mockRejectedValueOnce(new ApiError('unreachable', 'SERVER_UNREACHABLE', '', 0))
    write('Nome', 'Eva Luz')
    ctrlS()
    const whole = await screen.findByText(/servidor não responde/)
    // Who saves from the end of a long form sees it too.
    expect(shown.mock.contexts.some(box => (box as Element).contains(whole))).toBe(true)
    expect(screen.getByDisplayValue('Eva Luz')).toBeDefined()
    expect(closed).not.toHaveBeenCalled()
  })

  it('asks before another screen takes unsaved text away, and goes at once without any', async () => {
    await open()
    write('Nome', 'Eva')
    act(() => void router.navigate('/away'))
    expect((await screen.findAllByText('Descartar o que não foi salvo?')).length).toBeGreaterThan(0)
    expect(screen.queryByText('outra tela')).toBeNull()
    fireEvent.click(screen.getByText('Descartar', { selector: 'button span' }))
    expect(await screen.findByText('outra tela')).toBeDefined()
  })

  it('asks nothing where saving leads to another screen', async () => {
    closed.mockImplementation(() => void router.navigate('/away'))
    await open()
    let held = 0
    router.subscribe(({ blockers }) => {
      held += [...blockers.values()].filter(one => one.state === 'blocked').length
    })
    write('Nome', 'Eva')
    ctrlS()
    expect(await screen.findByText('outra tela')).toBeDefined()
    expect(held).toBe(0)
  })
})
