// @vitest-environment jsdom
/** The day's figures on the live floor: what each means, and that they are still being counted. */
import { screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { expect, it } from 'vitest'
import type { FloorNow } from '@/features/wall/floor'
import { FloorPage } from '@/features/wall/floor-page'
import { someFigures } from '../reports/answers'
import { closeScreen, openScreen } from '../support/open-screen'

const open = (counting: boolean) => {
  const today = { day: '2026-03-10', counting, figures: someFigures({ arrived: 4 }) }
  const answer: FloorNow = { at: '2026-03-10T15:00:00.000Z', queues: [], people: [], today, steps: [] }
  const floor = {
    answer,
    error: null,
    isOffered: true,
    isOld: false,
    now: 0,
    rows: [],
    people: [],
    ask: () => {},
  }
  return openScreen(<FloorPage floor={floor} raised={[]} onNote={() => {}} />)
}

it('says what each figure of the day means, and when they may be too small', async () => {
  await open(true)
  expect(screen.getByText(/ainda está sendo contado/)).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'O que é: Abandonadas' }))
  await screen.findByText(/ninguém da equipe respondeu|nenhuma pessoa/)
  closeScreen()
  await open(false)
  expect(screen.queryByText(/ainda está sendo contado/)).toBeNull()
})
