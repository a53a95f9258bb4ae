// @vitest-environment jsdom
import { COPILOT_FEATURES, copilotSettings as settingsSchema } from '@contract'
import { fireEvent, screen } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { CopilotSection } from '@/features/settings/copilot-section'
import { copilotSettings } from '@/stores/copilot'
import { openScreen } from '../support/open-screen'

const { call } = vi.hoisted(() => ({ call: vi.fn() }))
vi.mock('@/api', async original => ({ ...(await original<object>()), call }))

it('names what is switched on, and counts anew what was used each time the form is opened', async () => {
  const used = { calls: 1, tokens: 0, seconds: 0, dollars: 0, unpriced: 0, taken: 0, changed: 0, dropped: 0 }
  const on = (features: string[]) =>
    Object.fromEntries(
      COPILOT_FEATURES.map(name => [name, { on: features.includes(name), queueIds: [], profiles: [] }]),
    )
  const settings = settingsSchema.parse({ used: {}, features: on(['suggest', 'translate']), masks: [] })
  call.mockImplementation(async (name: string) =>
    name === 'copilot.settings'
      ? { ...settings, used: { ...used } }
      : { features: on(['suggest', 'translate', 'learn']) },
  )
  await openScreen(<CopilotSection />)
  // Learning is a server's.
  expect(await screen.findByText('Sugerir respostas · Traduzir conversas')).toBeDefined()
  await copilotSettings.ensure()
  used.calls = 7
  fireEvent.click(screen.getByRole('button', { name: 'Configurar' }))
  expect(await screen.findByText(/Neste mês: 7 pedidos/)).toBeDefined()
})
