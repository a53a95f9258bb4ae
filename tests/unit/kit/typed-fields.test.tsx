// @vitest-environment jsdom
/** What a box shows is what is saved: read in the reader's own writing, or refused at the field. */
import { act, fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { Form } from 'antd'
import { type ReactElement, useState } from 'react'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { DateField, DateTimeField, type DayRange, EditDialog, NumberField, RangeField } from '@/features/kit'
import { setLanguage } from '@/i18n'
import { Select } from '@/ui'
import { openScreen } from '../support/open-screen'

const ZONE = 'America/Sao_Paulo'
const schema = z.object({
  price: z.number().nullable(),
  minutes: z.number().nullable(),
  day: z.string().nullable(),
  at: z.string().nullable(),
})
const save = vi.fn(async (_sent: z.output<typeof schema>) => {})
const close = vi.fn()

const openForm = () =>
  openScreen(
    <EditDialog
      keepAs="typed"
      title="Campos"
      schema={schema}
      initial={{ price: 5, minutes: 10, day: '2026-03-02', at: '2026-12-15T12:00:00.000Z' }}
      save={save}
      savedText=""
      minBusyMs={0}
      onClose={close}
    >
      {({ item }) => (
        <>
          <Form.Item {...item('price')} label="Preço">
            <NumberField kind="amount" min={0} prefix="R$" />
          </Form.Item>
          <Form.Item {...item('minutes')} label="Minutos">
            <NumberField kind="minutes" min={1} max={1_000_000} />
          </Form.Item>
          <Form.Item {...item('day')} label="Dia">
            <DateField max="2026-12-31" />
          </Form.Item>
          <Form.Item {...item('at')} label="Envio">
            <DateTimeField zone={ZONE} />
          </Form.Item>
        </>
      )}
    </EditDialog>,
  )

const box = (label: string): HTMLInputElement => screen.getByLabelText(new RegExp(`^${label}`))
/** Puts the keyboard there and writes, without leaving. */
function write(field: HTMLElement, text: string): void {
  fireEvent.mouseDown(field)
  act(() => field.focus())
  fireEvent.change(field, { target: { value: text } })
}
const press = (): void => void fireEvent.click(screen.getByRole('button', { name: 'Salvar' }))

it('keeps the buttons that empty fields out of the order of the Tab key', async () => {
  await openScreen(
    <>
      <DateField value="2026-03-02" />
      <DateTimeField zone={ZONE} value="2026-12-15T12:00:00.000Z" />
      <RangeField
        value={['2026-03-02', '2026-03-03']}
        placeholder={['de', 'até']}
        onChange={() => undefined}
      />
      <Select allowClear value={1} options={[{ value: 1, label: 'Um' }]} />
    </>,
  )
  const clear = [...document.querySelectorAll<HTMLElement>('.ant-picker-clear, .ant-select-clear')]
  expect(clear.map(({ tabIndex }) => tabIndex)).toEqual([-1, -1, -1, -1])
})

describe('in a form, what is typed', () => {
  beforeEach(async () => {
    save.mockClear()
    close.mockClear()
    await openForm()
  })

  it.each([
    ['Preço', '1.234,56', 'price', 1234.56],
    ['Preço', '1.500,00', 'price', 1500],
    ['Preço', '1.500', 'price', 1500],
    ['Preço', 'R$ 99,90', 'price', 99.9],
    ['Preço', '', 'price', null],
    ['Minutos', '100.000', 'minutes', 100_000],
    ['Minutos', '1.440', 'minutes', 1_440],
    ['Minutos', '1h30', 'minutes', 90],
    ['Dia', '1/12/26', 'day', '2026-12-01'],
    ['Dia', '', 'day', null],
    ['Envio', '31/12/2026 9:30', 'at', '2026-12-31T12:30:00.000Z'],
    ['Envio', '31/12/26 09h30', 'at', '2026-12-31T12:30:00.000Z'],
    ['Envio', '', 'at', null],
  ] as const)('%s: “%s” is sent as it is meant', async (label, text, name, value) => {
    write(box(label), text)
    press()
    await waitFor(() => expect(save).toHaveBeenCalledOnce())
    expect(save.mock.calls[0]?.[0][name]).toBe(value)
  })

  it.each([
    ['Preço', '1.5', 'Escreva um valor como 1234,56.'],
    ['Preço', '9,999', 'Escreva um valor como 1234,56.'],
    ['Preço', '-1', 'No mínimo 0,00.'],
    ['Minutos', '1,5', 'Escreva minutos inteiros, ou algo como 1h30.'],
    ['Minutos', '0', 'No mínimo 1.'],
    ['Minutos', '2.000.000', 'No máximo 1000000.'],
    ['Dia', '31/02/2026', 'Escreva a data como 31/12/2026.'],
    ['Dia', '01/01/2027', 'No máximo 31/12/2026.'],
    ['Envio', '31/12/2026', 'Escreva data e hora como 31/12/2026 09:30.'],
    ['Envio', '9h30', 'Escreva data e hora como 31/12/2026 09:30.'],
  ])('%s: “%s” is refused at the field, and nothing is saved', async (label, text, said) => {
    const field = box(label)
    write(field, text)
    act(() => field.blur())
    expect(screen.getByRole('alert').textContent).toBe(said)
    expect(field.value).toBe(text)
    expect(field.getAttribute('aria-describedby')).toBe(screen.getByRole('alert').id)
    press()
    await waitFor(() => expect(document.activeElement).toBe(field))
    expect(save).not.toHaveBeenCalled()
  })

  it('is asked about before it is lost, also where it could not be read', async () => {
    write(box('Minutos'), 'dez')
    fireEvent.click(screen.getByRole('button', { name: 'Cancelar' }))
    expect(await screen.findByRole('button', { name: 'Descartar' })).toBeTruthy()
    expect(close).not.toHaveBeenCalled()
  })

  it('is sent by Ctrl+Enter in a day once it can be read', async () => {
    await userEvent.clear(box('Dia'))
    await userEvent.type(box('Dia'), '33/3/2026{Control>}{Enter}{/Control}')
    expect(screen.getByRole('alert').textContent).toBe('Escreva a data como 31/12/2026.')
    expect(save).not.toHaveBeenCalled()
    await userEvent.clear(box('Dia'))
    await userEvent.type(box('Dia'), '4/3/2026{Control>}{Enter}{/Control}')
    await waitFor(() => expect(save).toHaveBeenCalledOnce())
    expect(save.mock.calls[0]?.[0].day).toBe('2026-03-04')
  })

  it('is left alone where the field has gone out of sight', async () => {
    write(box('Envio'), 'amanhã')
    box('Envio').closest('.ant-form-item')?.setAttribute('hidden', '')
    press()
    await waitFor(() => expect(save).toHaveBeenCalledOnce())
    expect(save.mock.calls[0]?.[0].at).toBe('2026-12-15T12:00:00.000Z')
  })

  it('is shown in full once the field is left, and steps from there', async () => {
    write(box('Preço'), '1.234,5')
    act(() => box('Preço').blur())
    expect(box('Preço').value).toBe('1234,50')
    write(box('Minutos'), '1.000')
    fireEvent.keyDown(box('Minutos'), { key: 'ArrowUp' })
    expect(box('Minutos').value).toBe('1001')
  })
})

it('reads and shows numbers by the language of the reader', async () => {
  const onChange = vi.fn()
  await openScreen(<NumberField aria-label="Price" kind="amount" value={99.9} onChange={onChange} />)
  expect(box('Price').value).toBe('99,90')
  await act(() => setLanguage('en'))
  try {
    expect(box('Price').value).toBe('99.90')
    write(box('Price'), '1,234.56')
    expect(onChange).toHaveBeenLastCalledWith(1234.56)
    onChange.mockClear()
    write(box('Price'), '1,5')
    expect(onChange).not.toHaveBeenCalled()
  } finally {
    await setLanguage('pt')
  }
})

it('keeps what is typed while the screen around it is drawn again, and shows what comes from elsewhere', async () => {
  let draw: (element: ReactElement) => void = () => {}
  function Screen() {
    const [element, setElement] = useState(<DateField aria-label="Dia" value="2026-03-02" />)
    draw = setElement
    return element
  }
  await openScreen(<Screen />)
  write(box('Dia'), '14/3')
  act(() => draw(<DateField aria-label="Dia" value="2026-03-02" />))
  expect(box('Dia').value).toBe('14/3')
  act(() => draw(<DateField aria-label="Dia" value="2026-03-09" />))
  expect(box('Dia').value).toBe('09/03/2026')
})

describe('in a range of days', () => {
  const onChange = vi.fn()
  function Range({ first, ...props }: { first: DayRange; needs?: 'nothing' | 'both' | 'always' }) {
    const [range, setRange] = useState(first)
    return (
      <RangeField
        value={range}
        max="2026-11-29"
        most={30}
        aria-label="Período"
        placeholder={['De', 'Até']}
        onChange={next => {
          onChange(next)
          setRange(next)
        }}
        {...props}
      />
    )
  }
  const [from, to] = [
    () => screen.getByRole('textbox', { name: 'Período: De' }),
    () => screen.getByRole('textbox', { name: 'Período: Até' }),
  ] as const
  const shown = (): string[] => [from(), to()].map(field => (field as HTMLInputElement).value)
  const leave = (): void => act(() => (document.activeElement as HTMLElement).blur())
  beforeEach(() => onChange.mockClear())

  it('an end that is typed over counts once the field is left', async () => {
    await openScreen(<Range first={['2026-11-01', '2026-11-10']} needs="both" />)
    write(from(), '5/11/2026')
    leave()
    expect(onChange.mock.calls).toEqual([[['2026-11-05', '2026-11-10']]])
    expect(shown()).toEqual(['05/11/2026', '10/11/2026'])
  })

  it('one end alone counts where that is a range', async () => {
    await openScreen(<Range first={[null, null]} />)
    write(from(), '5/11/2026')
    leave()
    expect(onChange.mock.calls).toEqual([[['2026-11-05', null]]])
    write(from(), '')
    leave()
    expect(onChange).toHaveBeenLastCalledWith([null, null])
  })

  it('the other end is waited for where both are needed, and missed once the field is left', async () => {
    await openScreen(<Range first={[null, null]} needs="both" />)
    write(from(), '05/11/2026')
    fireEvent.keyDown(from(), { key: 'Enter' })
    expect(screen.queryByRole('alert')).toBeNull()
    leave()
    expect(screen.getByRole('alert').textContent).toBe('Escolha os dois dias.')
    write(to(), '06/11/2026')
    fireEvent.keyDown(to(), { key: 'Enter' })
    expect(onChange.mock.calls).toEqual([[['2026-11-05', '2026-11-06']]])
    expect(screen.queryByRole('alert')).toBeNull()
  })

  it.each([
    ['from', '20/11/2026', 'O primeiro dia vem depois do último.'],
    ['from', '01/01/2026', 'No máximo 30 dias.'],
    ['from', '', 'Escolha os dois dias.'],
    ['to', '30/11/2026', 'No máximo 29/11/2026.'],
    ['to', '31/11/2026', 'Escreva a data como 31/12/2026.'],
  ])('%s typed as “%s” is refused and said', async (end, text, said) => {
    await openScreen(<Range first={['2026-11-01', '2026-11-10']} needs="always" />)
    const field = end === 'from' ? from() : to()
    write(field, text)
    leave()
    expect(screen.getByRole('alert').textContent).toBe(said)
    expect(field).toHaveProperty('value', text)
    expect(onChange).not.toHaveBeenCalled()
  })

  it('both ends chosen in the calendar count together', async () => {
    await openScreen(<Range first={['2026-11-01', '2026-11-10']} needs="both" />)
    await userEvent.click(from())
    const cell = (day: string): HTMLElement =>
      document.querySelector(`.ant-picker-cell[title="${day}"]`) as never
    await userEvent.click(await waitFor(() => cell('2026-11-05')))
    expect(onChange).not.toHaveBeenCalled()
    await userEvent.click(cell('2026-11-07'))
    expect(onChange.mock.calls).toEqual([[['2026-11-05', '2026-11-07']]])
    expect(shown()).toEqual(['05/11/2026', '07/11/2026'])
  })
})
