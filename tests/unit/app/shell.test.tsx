// @vitest-environment jsdom
/** The frame by the window's width (docs/specification.md 1.2 and 1.9). */
import '../support/jsdom'
import { act, cleanup, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { Shell } from '@/app/shell/shell'
import { useWorkplace } from '@/stores/workplace'
import { SteadyNavigate } from '@/ui'
import { clockAt } from '../../support/clock'
import { openScreen } from '../support/open-screen'

clockAt(new Date(2026, 2, 2, 12).toISOString())

const known = window.matchMedia
/** The queries of a window so many pixels wide. */
const widthIs = (px: number): void => {
  window.matchMedia = query => {
    const [, bound = '', at = ''] = /\((min|max)-width: ([\d.]+)px\)/.exec(query) ?? []
    const matches = bound === 'min' ? px >= Number(at) : bound === 'max' && px <= Number(at)
    return { ...known(query), matches } as MediaQueryList
  }
}
afterEach(() => {
  window.matchMedia = known
})

/** What stands around the screen: the whole menu, its icons alone, or a bar below. */
async function frameAt(px: number): Promise<'menu' | 'icons' | 'bar'> {
  widthIs(px)
  await openScreen(
    <SteadyNavigate>
      <Shell title="Tickets" version="1" pending={0} slots={{ profile: () => null }}>
        <p>tela</p>
      </Shell>
    </SteadyNavigate>,
    { user: { profile: 'user' } },
  )
  const toggle = screen.queryByRole('button', { name: /menu$/i, expanded: true })
  const folded = screen.queryByRole('button', { name: /menu$/i, expanded: false })
  cleanup()
  return toggle ? 'menu' : folded ? 'icons' : 'bar'
}

it('opens the menu above 1200 px, shows icons below, and a bar where it is narrower than 600', async () => {
  const frames = []
  for (const px of [1_201, 1_200, 600, 599]) frames.push(await frameAt(px))
  expect(frames).toEqual(['menu', 'icons', 'icons', 'bar'])
})

it('says to everybody until when of the last day the company is paid for', async () => {
  await openScreen(
    <SteadyNavigate>
      <Shell title="Tickets" version="1" pending={0} slots={{ profile: () => null }}>
        <p>tela</p>
      </Shell>
    </SteadyNavigate>,
    { user: { profile: 'user' } },
  )
  act(() => useWorkplace.setState({ dueDate: new Date(2026, 2, 2, 23, 59).toISOString() }))
  expect(await screen.findByText(/vence hoje às 23:59\. Depois disso os atendentes saem/)).toBeTruthy()
})
