// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { Route, Routes, useLocation } from 'react-router-dom'
import { expect, it } from 'vitest'
import { Guarded } from '@/app/routing/guarded'
import { SCREEN_ROUTES } from '@/app/routing/screens'
import { openScreen, said } from '../support/open-screen'

const seen: string[] = []
function Address() {
  const { pathname } = useLocation()
  if (seen.at(-1) !== pathname) seen.push(pathname)
  return null
}

it('leads whoever may not see a screen straight to the first one of theirs, past no address that leads on', async () => {
  const route = SCREEN_ROUTES.find(({ path }) => path === '/users')
  if (!route) throw new Error('no users')
  await openScreen(
    <>
      <Address />
      <Routes>
        <Route path="/users" element={<Guarded route={route}>Pessoas</Guarded>} />
        <Route path="*" element={null} />
      </Routes>
    </>,
    { at: '/users', user: { profile: 'user' } },
  )
  expect(screen.queryByText('Pessoas')).toBeNull()
  expect(said()).toEqual([
    'Esta empresa não possui permissão para acessar essa página! Estamos lhe redirecionando.',
  ])
  await waitFor(() => expect(seen).toHaveLength(2), { timeout: 3_000 })
  expect(seen).toEqual(['/users', '/tickets'])
})
