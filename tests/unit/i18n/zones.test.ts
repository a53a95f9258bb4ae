/** Time zones as people name and search them. */
import { MATCHES, matchOf } from '@contract'
import { expect, it } from 'vitest'
import { LANGUAGES, zoneName, zoneOptions } from '@/i18n'

it('are named by their city and the name of their time', () => {
  expect(zoneName('pt', 'America/Sao_Paulo')).toBe('São Paulo (Brasília)')
  expect(zoneName('pt', 'America/Manaus')).toBe('Manaus (Amazonas)')
  expect(zoneName('es', 'America/Sao_Paulo')).toBe('São Paulo (Brasilia)')
  expect(zoneName('en', 'America/Sao_Paulo')).toBe('São Paulo (Brasilia)')
  // Without a place, or unknown here.
  expect([zoneName('pt', 'UTC'), zoneName('pt', 'Nowhere/Far_Away')]).toEqual(['UTC', 'Far Away'])
})

it.each(LANGUAGES)('are found by the name of their time and by their IANA name (%s)', language => {
  const zone = zoneOptions(language, 'UTC').find(({ value }) => value === 'America/Sao_Paulo')
  const found = (typed: string) =>
    MATCHES.includes(
      matchOf({ name: zone?.label ?? '', number: null, others: zone?.about ?? '' }, typed) as never,
    )
  expect(['Bras', 'Brasília', 'sao', 'America/Sao'].map(found)).toEqual([true, true, true, true])
})

it('keep what is chosen in the list, known here or not', () => {
  expect(
    zoneOptions('pt', 'Nowhere/Far_Away').filter(({ value }) => value === 'Nowhere/Far_Away'),
  ).toHaveLength(1)
})
