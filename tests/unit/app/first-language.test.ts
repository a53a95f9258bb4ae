// @vitest-environment jsdom
/** The texts a window has before it draws anything: those of one language, and of the right one. */
import { beforeEach, expect, it, vi } from 'vitest'
import { LANGUAGES } from '../../../src/i18n/languages'
import { soon } from '../../support/soon'
import { fakeBridge } from '../support/fake-bridge'

beforeEach(() => {
  localStorage.clear()
  // A page that has just been opened: the tests' own three languages are not in it.
  vi.resetModules()
  vi.stubGlobal('requestIdleCallback', () => 0)
})

/** Opens a page on a computer whose main process keeps a language. */
async function open(kept: 'pt' | 'en' | 'es', remembered: string | null) {
  if (remembered !== null) localStorage.setItem('language', remembered)
  const { bridge, state } = fakeBridge()
  state.preferences = { ...state.preferences, language: kept }
  Object.assign(window, { turno: bridge })
  const { firstLanguage } = await import('../../../src/app/first-language')
  const { i18n } = await import('../../../src/i18n')
  await firstLanguage()
  return {
    i18n,
    loaded: LANGUAGES.filter(language => i18n.hasResourceBundle(language, 'translation')),
  }
}

it('begins in the language this computer showed last, with the texts of no other', async () => {
  const { i18n, loaded } = await open('es', 'es')
  expect(loaded).toEqual(['es'])
  expect(i18n.t('common.close')).toBe('Cerrar')
  expect(document.documentElement.lang).toBe('es')
})

it('asks main first where nothing is remembered: no frame is drawn in a language nobody chose', async () => {
  const { i18n, loaded } = await open('en', null)
  expect(loaded).toEqual(['en'])
  expect(i18n.t('common.close')).toBe('Close')
})

it('reads the fallback once the window has nothing else to do', async () => {
  const idle: (() => void)[] = []
  vi.stubGlobal('requestIdleCallback', (work: () => void) => idle.push(work))
  const { i18n } = await open('en', 'en')
  for (const work of idle) work()
  await soon(() => expect(i18n.hasResourceBundle('pt', 'translation')).toBe(true))
})
