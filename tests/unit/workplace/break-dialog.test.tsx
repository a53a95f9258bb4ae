// @vitest-environment jsdom
/** Beginning a break by keyboard. */
import { fireEvent, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it, vi } from 'vitest'
import { BreakDialog } from '@/features/workplace/break-dialog'
import { openScreen } from '../support/open-screen'

const { call } = vi.hoisted(() => ({
  call: vi.fn(async (_name: string, _options?: object): Promise<unknown> => []),
}))
vi.mock('@/api', async original => ({ ...(await original<object>()), call }))

it('finds the reason that is typed, and reads its length of time', async () => {
  await openScreen(<BreakDialog onClose={() => {}} />)
  const reason = screen.getByRole('combobox')
  fireEvent.change(reason, { target: { value: 'Alm' } })
  fireEvent.keyDown(reason, { key: 'Enter', which: 13, keyCode: 13 })
  const minutes = screen.getByRole<HTMLInputElement>('spinbutton')
  await waitFor(() => expect(minutes.value).toBe('60'))
  await userEvent.clear(minutes)
  await userEvent.type(minutes, '1h15{Control>}{Enter}{/Control}')
  await waitFor(() =>
    expect(call).toHaveBeenCalledWith('breaks.start', { body: { reason: 'lunch', minutes: 75 } }),
  )
})
