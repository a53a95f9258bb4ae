/** Changing the language: its texts come with the first wish for it, and the last wish holds. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { soon } from '../../support/soon'

/** Lets the English texts come, or keeps them from coming. */
let english: { come: () => void; fail: () => void } | null = null

beforeEach(() => {
  english = null
  vi.resetModules()
  vi.doMock(
    'virtual:texts/en',
    () =>
      new Promise((done, failed) => {
        english = {
          come: () => done({ default: { common: () => ({ close: 'Close' }) } }),
          fail: () => failed(new Error('not there')),
        }
      }),
  )
})
afterEach(() => {
  vi.doUnmock('virtual:texts/en')
  vi.resetModules()
})

const open = async () => {
  const room = await import('../../../src/i18n')
  await room.setLanguage('pt')
  return room
}

it('stays in the language on screen until the texts of the other are there', async () => {
  const { i18n, setLanguage } = await open()
  const changed = setLanguage('en')
  await soon(() => expect(english).not.toBeNull())
  expect([i18n.language, i18n.t('common.close')]).toEqual(['pt', 'Fechar'])
  english?.come()
  await changed
  expect([i18n.language, i18n.t('common.close')]).toEqual(['en', 'Close'])
})

it('heeds the last wish, whichever texts come last', async () => {
  const { i18n, setLanguage } = await open()
  const first = setLanguage('en')
  await soon(() => expect(english).not.toBeNull())
  await setLanguage('es')
  english?.come()
  await first
  expect(i18n.language).toBe('es')
})

it('says so when texts cannot be had, and keeps what is on screen', async () => {
  const { i18n, setLanguage } = await open()
  const changed = setLanguage('en')
  const refused = expect(changed).rejects.toThrow()
  await soon(() => expect(english).not.toBeNull())
  english?.fail()
  await refused
  expect(i18n.language).toBe('pt')
})
