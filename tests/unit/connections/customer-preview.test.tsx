// @vitest-environment jsdom
import { cleanup, render } from '@testing-library/react'
import { expect, it, vi } from 'vitest'
import { Providers } from '@/app/providers'
import { CustomerPreview } from '@/features/connections/customer-preview'
import '../support/jsdom'

const settings: Record<string, string> = {}
vi.mock('@/stores/settings', async original => ({
  ...(await original<object>()),
  useSetting: (name: string) => settings[name],
  settingsDirectory: { ensure: async () => undefined },
}))
vi.mock('@/stores/clock', async original => ({
  ...(await original<object>()),
  useNow: () => Date.parse('2026-03-04T15:05:00.000Z'),
}))

it('the preview stamps the company’s time, and has the text of closed hours only while the company keeps hours', () => {
  const shown = (over: Record<string, string>): string => {
    cleanup()
    Object.assign(settings, over)
    return (
      render(
        <Providers>
          <CustomerPreview fields={{ outOfHoursMessage: 'Voltamos amanhã', queueIds: [] }} />
        </Providers>,
      ).container.textContent ?? ''
    )
  }
  const kept = shown({ timezone: 'Asia/Tokyo', scheduleType: 'company' })
  expect(kept).toContain('Voltamos amanhã')
  expect(kept).toContain('00:05')
  expect(shown({ timezone: 'America/Manaus', scheduleType: 'disabled' })).not.toContain('Voltamos amanhã')
  expect(shown({})).toContain('11:05')
})
