import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { cleanMime, cleanName } from '../../../electron/main/attachments/names'
import { digitRanges, excerptOf, termsOf, wordRanges } from '../../../electron/main/cache/terms'
import { fold } from '../../../src/contract'

describe('file names', () => {
  it.each([
    ['../../etc/passwd', 'passwd'],
    ['C:\\temp\\nota fiscal.pdf', 'nota fiscal.pdf'],
    ['gpj.\u202eexe.png', 'gpj.exe.png'],
    ['.. ', 'arquivo'],
    ['con.txt', '_con.txt'],
    ['a\u0000b\r\n".txt', 'ab.txt'],
  ])('%j becomes %j', (given, clean) => {
    expect(cleanName(given)).toBe(clean)
  })
  it('are never empty, long, or a path', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 400 }), given => {
        const name = cleanName(given)
        expect(name.length).toBeGreaterThan(0)
        expect(name.length).toBeLessThanOrEqual(200)
        expect(name).not.toMatch(/[\\/\r\n"]|^\.\.?$/)
      }),
    )
    expect(cleanName(`${'x'.repeat(300)}.pdf`)).toMatch(/x\.pdf$/)
  })
  it('have a media type that is one', () => {
    expect(cleanMime('Image/PNG; charset=x')).toBe('image/png')
    expect(cleanMime('text/html\r\nX: y')).toBe('application/octet-stream')
  })
})

describe('search terms', () => {
  it('are folded words, quoted for the index', () => {
    expect(termsOf('Ação "x" OR')).toEqual({
      words: ['acao', 'x', 'or'],
      match: '"acao"* "x"* "or"*',
      digits: null,
    })
    expect(termsOf('(11) 9 8765').digits).toBe('1198765')
    expect(termsOf('rua 123').digits).toBeNull()
    expect(termsOf(' -- ').match).toBeNull()
  })

  it('mark exactly what folds to the term, with accents as one or two characters', () => {
    for (const form of ['NFC', 'NFD'] as const) {
      const text = 'A negociação da Ângela'.normalize(form)
      const marked = wordRanges(text, ['negociaca', 'ang']).map(([from, to]) =>
        text.slice(from, to).normalize('NFC'),
      )
      expect(marked).toEqual(['negociaçã', 'Âng'])
    }
    expect(digitRanges('+55 (11) 98765', '1198')).toEqual([[5, 11]])
  })

  it('always mark text that folds to what was asked, inside the excerpt', () => {
    fc.assert(
      fc.property(
        fc.string({ unit: 'grapheme', maxLength: 400 }),
        fc.string({ maxLength: 6 }),
        (body, typed) => {
          const { words } = termsOf(typed)
          const { excerpt, ranges } = excerptOf(body, words)
          expect(excerpt.length).toBeLessThanOrEqual(142)
          for (const [from, to] of ranges) {
            expect(to).toBeGreaterThan(from)
            expect(words.some(word => fold(excerpt.slice(from, to)).startsWith(word))).toBe(true)
          }
        },
      ),
    )
  })

  it('show the match even when it stands late in a long text', () => {
    const { excerpt, ranges } = excerptOf(`${'palavra '.repeat(100)}boleto vencido ${'fim '.repeat(100)}`, [
      'boleto',
    ])
    expect(excerpt).toMatch(/^….*boleto vencido.*…$/)
    expect(ranges).toHaveLength(1)
  })
})
