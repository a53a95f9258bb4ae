// @vitest-environment jsdom
import './pressing'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { render, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { eq } from 'drizzle-orm'
import { createMemoryRouter, RouterProvider } from 'react-router-dom'
import { expect, it, onTestFinished } from 'vitest'
import { Providers } from '@/app/providers'
import { CompanyScreen } from '@/features/first-run/company-screen'
import { startServers, stopServers } from '@/stores/servers'
import { startSession } from '@/stores/session'
import { followWorkspace, loadWorkspace } from '@/stores/workspace'
import { createNoChannel } from '../../../electron/server/channel/none'
import { settings } from '../../../electron/server/db/schema'
import { silentLog } from '../../../electron/server/log'
import { handlers } from '../../../electron/server/routes'
import { startWorkspace } from '../../../electron/server/start'
import { fakeBridge, installBridge } from '../../unit/support/fake-bridge'
import { closeScreen } from '../../unit/support/open-screen'
import type { Harness, Person } from '../server/harness'
import { fill, press } from './fields'
import { as, choose } from './pressing'

it('the first company of a server is made as it was typed, with its code alone; its person signs in', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'turno-first-run-'))
  const running = await startWorkspace({
    folder,
    log: silentLog,
    handlers,
    setupCode: 'ABCD-2345',
    createChannel: ({ sink }) => createNoChannel(sink),
  })
  onTestFinished(async () => {
    closeScreen()
    stopServers()
    await running.close()
    await rm(folder, { recursive: true, force: true, maxRetries: 10 })
  })
  as({ running } as unknown as Harness, { token: '' } as Person)
  const fake = fakeBridge({ user: null })
  const value = { current: 'um', locked: false, servers: [], facts: null, clockOffsetMs: 0 }
  fake.answer('servers.state', () => ({ ok: true, value }))
  installBridge(fake)
  await Promise.all([startServers(fake.bridge), startSession(fake.bridge)])
  onTestFinished(followWorkspace())
  await loadWorkspace()
  render(
    <Providers>
      <RouterProvider router={createMemoryRouter([{ path: '*', element: <CompanyScreen /> }])} />
    </Providers>,
  )
  const page = document.body
  fill(page, /^Nome da empresa/, 'Padaria Aurora')
  await userEvent.click(screen.getByRole('combobox'))
  await userEvent.keyboard('Tokyo')
  await choose('Tokyo (Japão)')
  await press(page, 'Continuar')
  fill(page, /^Seu nome/, 'Dona Aurora')
  fill(page, /^E-mail/, 'aurora@padaria.test')
  fill(page, /^Senha/, 'segredo9')
  fill(page, /^Código/, 'ERRADO-1')
  await press(page, 'Criar a empresa')
  expect(await screen.findByRole('alert')).toBeTruthy()
  const signIn = async () => {
    const answer = await fetch(`${running.url}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email: 'aurora@padaria.test', password: 'segredo9' }),
    })
    return (await answer.json()) as { user?: object }
  }
  expect((await signIn()).user).toBeUndefined()
  fill(page, /^Código/, 'ABCD-2345')
  await press(page, 'Criar a empresa')
  await expect
    .poll(async () => (await signIn()).user)
    .toMatchObject({
      name: 'Dona Aurora',
      profile: 'admin',
      company: { name: 'Padaria Aurora' },
    })
  expect(await running.app.db.select().from(settings).where(eq(settings.key, 'timezone'))).toMatchObject([
    { value: 'Asia/Tokyo' },
  ])
})
