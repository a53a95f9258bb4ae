// @vitest-environment jsdom
/** What is typed into a date field stays while the screen around it is drawn again. */
import '../support/jsdom'
import { fireEvent, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import dayjs from 'dayjs'
import utc from 'dayjs/plugin/utc'
import { expect, it, vi } from 'vitest'
import { DayPicker, WallPicker } from '@/features/kit'

dayjs.extend(utc)

it.each([
  ['a day', (onChange: () => void) => <DayPicker value="2026-03-02" onChange={onChange} />],
  [
    'a moment by a zone’s clock',
    (onChange: () => void) => (
      <WallPicker
        zone="America/Sao_Paulo"
        format="DD/MM/YYYY"
        value={dayjs.utc('2026-03-02')}
        onChange={onChange}
      />
    ),
  ],
])('of %s', async (_name, page) => {
  const onChange = vi.fn()
  const { rerender } = render(page(onChange))
  const field = screen.getByRole<HTMLInputElement>('textbox')
  await userEvent.click(field)
  await waitFor(() => expect(document.querySelector('.ant-picker-dropdown')).not.toBeNull())
  fireEvent.change(field, { target: { value: '14/03/2026' } })
  // Something arrives, or the clock goes on.
  rerender(page(onChange))
  fireEvent.keyDown(field, { key: 'Enter' })
  await waitFor(() => expect(onChange).toHaveBeenCalled())
  expect(onChange.mock.calls[0]?.[0]?.format('DD/MM/YYYY')).toBe('14/03/2026')
})
