// @vitest-environment jsdom
/** Picking times by the company's clock on a computer whose own clock jumps over them. */
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { ClockNote, DateTimeField } from '@/features/kit'
import { setClockOffset } from '@/stores/clock'
import { openScreen } from '../support/open-screen'

const COMPANY = 'America/Sao_Paulo'
beforeEach(() => void vi.stubEnv('TZ', 'America/New_York'))
afterEach(() => {
  vi.unstubAllEnvs()
  setClockOffset(0)
})

/** New York goes from 02:00 to 03:00 on 14 March 2027; São Paulo, three hours behind UTC, does not. */
const SKIPPED = '2027-03-14T05:30:00.000Z'

describe('a time that this computer’s clock skips', () => {
  it('can be typed', async () => {
    const chosen = vi.fn()
    await openScreen(
      <DateTimeField
        zone={COMPANY}
        aria-label="Enviar em"
        value="2027-03-10T12:00:00.000Z"
        onChange={chosen}
      />,
    )
    const field = screen.getByLabelText('Enviar em')
    expect(field).toHaveProperty('value', '10/03/2027 09:00')
    fireEvent.mouseDown(field)
    fireEvent.focus(field)
    fireEvent.change(field, { target: { value: '14/03/2027 02:30' } })
    fireEvent.keyDown(field, { key: 'Enter' })
    fireEvent.blur(field)
    expect(chosen).toHaveBeenLastCalledWith(SKIPPED)
  })
})

it('says whose clock times are by, where the company’s shows another than this computer’s', async () => {
  await openScreen(<ClockNote />)
  expect(screen.getByText('No relógio da empresa (America/Sao Paulo).')).toBeTruthy()
  vi.stubEnv('TZ', COMPANY)
  cleanup()
  await openScreen(<ClockNote />)
  expect(screen.queryByText(/No relógio da empresa/)).toBeNull()
  cleanup()
  setClockOffset(-600_000)
  await openScreen(<ClockNote />)
  expect(screen.getByText('No relógio da empresa (America/Sao Paulo).')).toBeTruthy()
})
