// @vitest-environment jsdom
import { screen, waitFor } from '@testing-library/react'
import { Route, Routes, useLocation } from 'react-router-dom'
import { expect, it } from 'vitest'
import { Guarded } from '@/app/routing/guarded'
import { CAMPAIGNS_FLAG, SCREEN_ROUTES } from '@/app/routing/screens'
import { useToastList } from '@/stores/toasts'
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
  expect(screen.getByRole('main').textContent).toContain('Esta área é de quem administra')
  expect(said()).toEqual([
    'Esta empresa não possui permissão para acessar essa página! Estamos lhe redirecionando.',
  ])
  await waitFor(() => expect(seen).toHaveLength(2))
  expect(seen).toEqual(['/users', '/tickets'])
})

it.each([
  ['/users', 2_000],
  ['/files', 3_000],
  ['/announcements', 3_000],
  ['/messages-api', 3_000],
  ['/prompts', 3_000],
  ['/queue-integration', 3_000],
  ['/campaigns-config', 3_000],
])('says who may not see %s for as long as the toasts of its area stay', async (path, stays) => {
  localStorage.setItem(CAMPAIGNS_FLAG, '1')
  const route = SCREEN_ROUTES.find(one => one.path === path)
  if (!route) throw new Error(`no ${path}`)
  await openScreen(<Guarded route={route}>Aberto</Guarded>, { at: path, user: { profile: 'user' } })
  expect(screen.queryByText('Aberto')).toBeNull()
  expect(useToastList.getState().toasts.map(toast => toast.stays)).toEqual([stays])
})
