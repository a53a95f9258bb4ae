// @vitest-environment jsdom
/** Beginning a break by keyboard. */
import { fireEvent, screen, waitFor } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { BreakDialog } from '@/features/workplace/break-dialog'
import { openScreen } from '../support/open-screen'

const { call } = vi.hoisted(() => ({
  call: vi.fn(async (_name: string, _options?: object): Promise<unknown> => []),
}))
vi.mock('@/api', async original => ({ ...(await original<object>()), call }))

it('finds the reason that is typed, and proposes its length of time', async () => {
  await openScreen(<BreakDialog onClose={() => {}} />)
  const reason = screen.getByRole('combobox')
  fireEvent.change(reason, { target: { value: 'Alm' } })
  fireEvent.keyDown(reason, { key: 'Enter', which: 13, keyCode: 13 })
  const minutes = screen.getByRole<HTMLInputElement>('spinbutton')
  await waitFor(() => expect(minutes.value).toBe('60'))
})
