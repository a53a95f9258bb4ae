import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { DEFAULT_LANGUAGE, errorText, i18n, loadLanguage, setLanguage } from '../../../src/i18n'
import { flat, TEXTS } from '../../support/locales'

const text = (error: unknown): string => errorText(i18n.t, error)

beforeAll(() => loadLanguage(DEFAULT_LANGUAGE))
afterEach(() => setLanguage('pt'))

describe('errorText', () => {
  it('translates a code, whichever way it arrives', () => {
    const wanted = 'Já existe um ticket aberto para este contato.'
    expect(text({ code: 'ERR_OTHER_OPEN_TICKET', text: '' })).toBe(wanted)
    expect(text({ code: null, text: 'ERR_OTHER_OPEN_TICKET' })).toBe(wanted)
    expect(text(new Error('ERR_OTHER_OPEN_TICKET'))).toBe(wanted)
    expect(text('ERR_OTHER_OPEN_TICKET')).toBe(wanted)
  })
  it('finds the code of a text with words appended', () => {
    expect(text('ERR_NO_DEF_WAPP_FOUND in COMPANY 1')).toMatch(/conexão padrão/)
  })
  it('shows the raw text of an unknown failure', () => {
    expect(text({ code: 'ERR_BRAND_NEW', text: 'Saldo insuficiente' })).toBe('Saldo insuficiente')
    expect(text({ ok: false, code: 'X', message: 'disk full' })).toBe('disk full')
  })
  it.each([[null], [undefined], [''], ['   '], [{}], [42], [{ text: '', message: 'refused' }]])(
    'has a last resort for %j',
    error => {
      expect(text(error)).toBe('Ocorreu um erro desconhecido!')
    },
  )
  it('name no page that agents or older servers may not have', () => {
    const named = Object.values(TEXTS).flatMap(({ errors = {} }) =>
      flat(errors).filter(([, words]) => /página de conex|connections page/i.test(words)),
    )
    expect(named).toEqual([])
  })
  it('follows the language', async () => {
    await setLanguage('en')
    expect(text(null)).toBe('An unknown error occurred!')
  })
})
