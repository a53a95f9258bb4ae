// @vitest-environment jsdom
/** What the settings say of the program itself. */
import { screen } from '@testing-library/react'
import { beforeEach, expect, it } from 'vitest'
import { AboutSection } from '@/features/settings/about-section'
import { useSystem } from '@/stores/system'
import { fakeBridge } from '../support/fake-bridge'
import { openScreen } from '../support/open-screen'

let fake: ReturnType<typeof fakeBridge>
beforeEach(() => {
  fake = fakeBridge()
})

const show = async (status: 'idle' | 'administrator'): Promise<void> => {
  useSystem.setState({
    updates: { status, version: null, progress: null, failure: null, checkedAt: null },
  })
  await openScreen(<AboutSection />, { fake })
  await screen.findByText('Licenças de terceiros')
}

it('says who brings new versions where Turno does not, and offers no search for them', async () => {
  await show('administrator')
  expect(screen.getByRole('status').textContent).toContain('pelo administrador deste computador')
  expect(screen.queryByRole('button', { name: 'Procurar agora' })).toBeNull()
  expect(screen.queryByText(/Canal de atualizações/)).toBeNull()
})

it('offers the search where it does, and has no word about a sandbox that is on', async () => {
  await show('idle')
  expect(screen.getByRole('button', { name: 'Procurar agora' })).toBeTruthy()
  expect(screen.queryByText('Proteção das páginas desligada')).toBeNull()
})

it('says that pages run without the sandbox, and what has one', async () => {
  const { about } = fake.bridge.diagnostics
  fake.bridge.diagnostics.about = async () => {
    const answer = await about()
    return answer.ok ? { ...answer, value: { ...answer.value, sandboxed: false } } : answer
  }
  await show('idle')
  expect(screen.getByText('Proteção das páginas desligada')).toBeTruthy()
  expect(screen.getByText(/pacote \.deb ou \.rpm/)).toBeTruthy()
})
