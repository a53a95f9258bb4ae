// @vitest-environment jsdom
/** Keys are typed (src/i18next.d.ts): the refusals below are tsc's, which `npm run test:types` runs over this file. */

import { readFileSync } from 'node:fs'
import { act, cleanup, render } from '@testing-library/react'
import { memo, StrictMode } from 'react'
import { afterEach, describe, expect, it } from 'vitest'
import { i18n, isTextKey, LANGUAGES, setLanguage, TextsProvider, type TFunction, useTexts } from '@/i18n'
import { TEXTS } from '../../support/locales'

afterEach(async () => {
  cleanup()
  await setLanguage('pt')
})

function refusals(t: TFunction, name: string, part: 'title' | 'add'): string[] {
  return [
    t('tags.title'),
    t(`tags.${part}`),
    t('tags.count', { count: 2 }),
    // @ts-expect-error no area of that name
    t('tagz.title'),
    // @ts-expect-error no text of that name
    t('tags.titel'),
    // @ts-expect-error any text may stand in `name`
    t(`tags.${name}`),
    isTextKey(name) ? t(name) : name,
  ]
}

describe('keys of texts', () => {
  it('are typed for every file of src/locales', () => {
    const typed = readFileSync('src/i18next.d.ts', 'utf8')
    const lines = [...typed.matchAll(/^ +(\w+): typeof import\('\.\/locales\/pt\/(\w+)\.json'\)$/gm)]
    for (const language of LANGUAGES)
      expect(lines.map(([, key, file]) => [key, file])).toEqual(
        Object.keys(TEXTS[language]).map(name => [name, name]),
      )
  })

  it('that nobody knows do not compile, and are shown as they are', () => {
    expect(refusals(i18n.t, 'tags.search', 'add')).toEqual([
      'Tags',
      'Adicionar tag',
      '2 tags',
      'tagz.title',
      'tags.titel',
      'tags.tags.search',
      'Buscar tag',
    ])
  })

  it('made of data are asked for first', () => {
    expect(isTextKey('tags.title')).toBe(true)
    expect(isTextKey('tags.titel')).toBe(false)
    expect(isTextKey('tags')).toBe(false)
  })
})

describe('a component that speaks', () => {
  it('is drawn again when the language changes, and at nothing else', async () => {
    let drawn = 0
    const seen = new Set<unknown>()
    const Row = memo(() => {
      const texts = useTexts()
      drawn += 1
      seen.add(texts)
      return <p>{texts.t('tags.add')}</p>
    })
    const tree = (
      <TextsProvider>
        <Row />
      </TextsProvider>
    )
    const view = render(tree)
    view.rerender(
      <TextsProvider>
        <Row />
      </TextsProvider>,
    )
    expect([drawn, seen.size]).toEqual([1, 1])
    await act(() => setLanguage('en'))
    expect(view.container.textContent).toBe('Add tag')
    expect([drawn, seen.size]).toEqual([2, 2])
  })

  it('speaks without a provider too, in the language of the moment', async () => {
    const Row = () => <p>{useTexts().t('tags.add')}</p>
    await setLanguage('es')
    expect(
      render(
        <StrictMode>
          <Row />
        </StrictMode>,
      ).container.textContent,
    ).toBe('Agregar etiqueta')
  })
})
