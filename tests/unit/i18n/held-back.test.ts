/** The page of the sign-in begins with the first texts alone; the rest joins them when the console is loaded. */
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { soon } from '../../support/soon'

const asked = vi.fn()

beforeEach(() => {
  vi.resetModules()
  asked.mockClear()
  for (const language of ['pt', 'en']) {
    vi.doMock(`virtual:texts/${language}`, () => ({
      default: { common: () => ({ close: `close ${language}` }) },
    }))
    vi.doMock(`virtual:texts/${language}/rest`, () => {
      asked(language)
      return { default: { tags: () => ({ title: `tags ${language}` }) } }
    })
  }
})
afterEach(() => {
  for (const id of ['pt', 'pt/rest', 'en', 'en/rest']) vi.doUnmock(`virtual:texts/${id}`)
  vi.resetModules()
})

it('asks for no more than is said before the sign-in, then for the rest of each language that was shown', async () => {
  await import('../../../src/i18n/first-texts')
  const { i18n, loadAllTexts, setLanguage } = await import('../../../src/i18n')
  await setLanguage('pt')
  await setLanguage('en')
  expect(i18n.t('common.close')).toBe('close en')
  expect(asked).not.toHaveBeenCalled()
  await loadAllTexts()
  expect(asked.mock.calls.flat().sort()).toEqual(['en', 'pt'])
  expect(i18n.t('tags.title')).toBe('tags en')
})

it('brings a language whole that is chosen after it, and one that was on its way', async () => {
  await import('../../../src/i18n/first-texts')
  const { i18n, loadAllTexts, setLanguage } = await import('../../../src/i18n')
  await setLanguage('pt')
  const changed = setLanguage('en')
  await Promise.all([loadAllTexts(), changed])
  await soon(() => expect(i18n.t('tags.title')).toBe('tags en'))
})
