/** The figures of docs/specification.md 2.7 to 2.9, 3.7 and 3.9 are those of the contract. */
import * as contract from '@contract'
import { monthsOf, PROMPT_VOICES, QUEUE_PALETTE, SETTINGS } from '@contract'
import { expect, it } from 'vitest'

it('the contract has the figures of administration', () => {
  expect(contract).toMatchObject({
    DIALOG_SUBMIT_MS: 400,
    PLATFORM_SUBMIT_MS: 500,
    DEBOUNCE_MS: 500,
    SOCKET_FETCH_MS: 500,
    INFINITE_SCROLL_PX: 100,
    SCHEDULE_DEFAULT_MS: 3_600_000,
    DEFAULT_BOT_MENU_TIMES: 3,
    DEFAULT_PROVIDER: 'beta',
    DEFAULT_DOWNLOAD_LIMIT_MB: 100,
    OFFERED_RECURRENCES: ['MENSAL'],
    WEEKDAYS: ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'],
  })
  expect(QUEUE_PALETTE).toHaveLength(50)
  expect(SETTINGS.trial).toMatchObject({ min: 1, max: 7, initial: '3' })
  expect(contract.RECURRENCES.map(one => [one, monthsOf(one)])).toEqual([
    ['MENSAL', 1],
    ['BIMESTRAL', 2],
    ['TRIMESTRAL', 3],
    ['SEMESTRAL', 6],
    ['ANUAL', 12],
  ])
  expect(contract.DEFAULT_HOURS.map(day => [day.weekdayEn, day.startTime, day.endTime])).toEqual([
    ...['monday', 'tuesday', 'wednesday', 'thursday', 'friday'].map(day => [day, '08:00', '18:00']),
    ['saturday', '08:00', '12:00'],
    ['sunday', '00:00', '00:00'],
  ])
})

it('the contract has the figures of content and integrations', () => {
  expect(contract).toMatchObject({
    MESSAGE_INTERVALS: [0, 5, 10, 15, 20],
    LONGER_INTERVALS: [0, 1, 5, 10, 15, 20, 30, 40, 60, 80, 100, 120],
    IXC_DEFAULTS: { ixcTimeout: 30_000, ixcRetryAttempts: 3 },
    IXC_LIMITS: { timeout: { min: 5_000, max: 300_000, step: 1_000 }, attempts: { min: 1, max: 10 } },
    CONTACT_NAME: { min: 2, max: 50 },
    CONTACT_NUMBER: { min: 8, max: 50 },
    NEW_PASSWORD: { min: 8 },
  })
  expect(PROMPT_VOICES.map(voice => /^pt-BR-(\w+)Neural$/.exec(voice)?.[1] ?? voice)).toEqual([
    ...['texto', 'Francisca', 'Antonio', 'Brenda', 'Donato', 'Elza', 'Fabio', 'Giovanna', 'Humberto'],
    ...['Julio', 'Leila', 'Leticia', 'Manuela', 'Nicolau', 'Valerio', 'Yara'],
  ])
})
