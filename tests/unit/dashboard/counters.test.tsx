// @vitest-environment jsdom
import '../support/jsdom'
import { cleanup, render } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { Counters } from '@/features/dashboard/counters'
import { setLanguage } from '@/i18n'

afterEach(cleanup)

it('says which figures tell of now whatever the period is', async () => {
  await setLanguage('pt')
  const counters = {
    supportHappening: 3,
    supportPending: 7,
    supportFinished: 51,
    leads: 8,
    avgSupportTime: 38,
    avgWaitTime: 4,
    totalWhatsappSessions: 2,
    totalCompanies: 1,
  }
  const { container } = render(<Counters counters={counters} platform />)
  const said = (key: string) => container.querySelector(`[data-counter="${key}"] dt`)?.textContent
  expect(said('supportPending')).toBe('Aguardandoagora, do que chegou no período')
  expect(said('supportHappening')).toContain('agora, do que chegou no período')
  expect(said('totalWhatsappSessions')).toContain('agora, sem período')
  expect(said('supportFinished')).toBe('Resolvidos')
  expect(said('leads')).toBe('Novos contatos')
})
