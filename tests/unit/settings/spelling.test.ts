import { describe, expect, it, vi } from 'vitest'
import type { Log } from '../../../electron/main/log/log'
import { type Pressed, pressedMenu } from '../../../electron/main/spelling/context-menu'
import { createSpelling, languagesFor, type Speller } from '../../../electron/main/spelling/spelling'
import { preferences } from '../../../src/contract'

const AVAILABLE = ['de', 'en-GB', 'en-US', 'es', 'pt-BR', 'pt-PT']
const silent = { info() {}, warn() {}, error() {}, child: () => silent } as unknown as Log

describe('dictionaries', () => {
  it('follow the language of the screen until some are chosen', () => {
    expect(languagesFor(AVAILABLE, [], 'pt')).toEqual(['pt-BR'])
    expect(languagesFor(AVAILABLE, [], 'en')).toEqual(['en-US'])
    expect(languagesFor(['en-GB'], [], 'en')).toEqual(['en-GB'])
    expect(languagesFor(AVAILABLE, ['es', 'xx', 'pt-PT'], 'en')).toEqual(['es', 'pt-PT'])
    expect(languagesFor(AVAILABLE, ['xx'], 'es')).toEqual(['es'])
    expect(languagesFor([], ['es'], 'es')).toEqual([])
  })

  const speller = (available = AVAILABLE) => {
    const listeners = new Map<string, (event: unknown, language: string) => void>()
    let words: string[] = []
    let languages = ['en-US']
    const fake: Speller = {
      availableSpellCheckerLanguages: available,
      setSpellCheckerEnabled: vi.fn(),
      setSpellCheckerLanguages: vi.fn(next => {
        languages = next
      }),
      getSpellCheckerLanguages: () => languages,
      listWordsInSpellCheckerDictionary: async () => [...words],
      addWordToSpellCheckerDictionary: word => words.push(word) > 0,
      removeWordFromSpellCheckerDictionary: word => {
        words = words.filter(one => one !== word)
        return true
      },
      on: (event, listener) => listeners.set(event, listener),
    }
    return { fake, fire: (event: string, language: string) => listeners.get(event)?.({}, language) }
  }
  const choose = (spelling: object, language = 'pt') => preferences.parse({ spelling, language })

  it('are set once per change, and learn and forget words', async () => {
    const { fake } = speller()
    const spelling = createSpelling({
      speller: fake,
      preferences: choose({}),
      onChange: () => undefined,
      log: silent,
    })
    expect(fake.setSpellCheckerLanguages).toHaveBeenLastCalledWith(['pt-BR'])
    spelling.follow(choose({}))
    expect(fake.setSpellCheckerLanguages).toHaveBeenCalledTimes(1)
    spelling.follow(choose({ languages: ['es', 'en-US'], enabled: false }))
    expect(fake.setSpellCheckerEnabled).toHaveBeenLastCalledWith(false)
    spelling.learn('Zezinho')
    expect(await spelling.state()).toMatchObject({ languages: ['es', 'en-US'], words: ['Zezinho'] })
    spelling.forget('Zezinho')
    expect((await spelling.state()).words).toEqual([])
  })

  it('are not chosen where the system chooses, and say which could not be fetched', async () => {
    const { fake, fire } = speller([])
    const told = vi.fn()
    const spelling = createSpelling({ speller: fake, preferences: choose({}), onChange: told, log: silent })
    expect(fake.setSpellCheckerLanguages).not.toHaveBeenCalled()
    fire('spellcheck-dictionary-download-failure', 'es')
    expect((await spelling.state()).failed).toEqual(['es'])
    fire('spellcheck-dictionary-initialized', 'es')
    expect((await spelling.state()).failed).toEqual([])
  })
})

describe('the menu of the right button', () => {
  const pressed = (over: Partial<Pressed>): Pressed => ({
    isEditable: false,
    misspelledWord: '',
    dictionarySuggestions: [],
    selectionText: '',
    linkURL: '',
    mediaType: 'none',
    srcURL: '',
    editFlags: {
      canUndo: true,
      canRedo: false,
      canCut: true,
      canCopy: true,
      canPaste: true,
      canSelectAll: true,
    },
    ...over,
  })
  const actions = () => ({
    correct: vi.fn(),
    learn: vi.fn(),
    copy: vi.fn(),
    copyImage: vi.fn(),
    saveImage: vi.fn(),
  })
  const click = (item: unknown) => (item as { click(): void }).click()

  it('corrects and learns a misspelled word', () => {
    const done = actions()
    const items = pressedMenu(
      pressed({
        isEditable: true,
        misspelledWord: 'voce',
        dictionarySuggestions: ['você', 'voce-la', 'a', 'b', 'c', 'd'],
      }),
      done,
      'pt',
    )
    expect(items.map(item => item.label ?? item.type)).toEqual([
      'você',
      'voce-la',
      'a',
      'b',
      'c',
      'Adicionar ao dicionário',
      'separator',
      'Desfazer',
      'Refazer',
      'separator',
      'Recortar',
      'Copiar',
      'Colar',
      'Colar sem formatação',
      'Selecionar tudo',
    ])
    click(items[0])
    click(items[5])
    expect([done.correct.mock.calls, done.learn.mock.calls]).toEqual([[['você']], [['voce']]])
    expect(pressedMenu(pressed({ isEditable: true, misspelledWord: 'xyzzy' }), done, 'en')[0]).toMatchObject({
      label: 'No suggestions',
      enabled: false,
    })
  })
  it('offers nothing where there is nothing to do, and no link that runs', () => {
    expect(pressedMenu(pressed({}), actions(), 'pt')).toEqual([])
    expect(pressedMenu(pressed({ linkURL: 'javascript:alert(1)' }), actions(), 'pt')).toEqual([])
    const done = actions()
    const [copy, link] = pressedMenu(
      pressed({ selectionText: 'x', linkURL: 'https://a.example/' }),
      done,
      'es',
    )
    expect(copy).toMatchObject({ role: 'copy', label: 'Copiar' })
    click(link)
    expect(done.copy).toHaveBeenCalledWith('https://a.example/')
  })
  it('undoes and pastes plain text where one writes', () => {
    const items = pressedMenu(pressed({ isEditable: true }), actions(), 'en')
    expect(items.find(item => item.role === 'undo')).toMatchObject({ label: 'Undo', enabled: true })
    expect(items.find(item => item.role === 'redo')).toMatchObject({ enabled: false })
    expect(items.find(item => item.role === 'pasteAndMatchStyle')).toMatchObject({ enabled: true })
  })
  it('copies and saves a picture of a conversation, and none from elsewhere', () => {
    const done = actions()
    const srcURL = 'app://turno/media/1/foto.jpg'
    const items = pressedMenu(pressed({ mediaType: 'image', srcURL }), done, 'es')
    expect(items.map(item => item.label)).toEqual(['Copiar imagen', 'Guardar imagen…'])
    for (const item of items) click(item)
    expect(done.copyImage).toHaveBeenCalledTimes(1)
    expect(done.saveImage).toHaveBeenCalledWith(srcURL)
    expect(
      pressedMenu(pressed({ mediaType: 'image', srcURL: 'https://a.example/x.png' }), done, 'es'),
    ).toEqual([])
  })
})
