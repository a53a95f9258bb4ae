import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  emojiCount,
  excerpt,
  isOpenable,
  plainText,
  sourceText,
  type Token,
  tokenize,
} from '../../../src/features/thread/tokens'

const kinds = (text: string): string[] => tokenize(text).map(token => token.kind)
const links = (tokens: readonly Token[]): string[] =>
  tokens.flatMap(token =>
    'children' in token ? links(token.children) : token.kind === 'link' ? [token.url] : [],
  )

const hostile = fc.array(
  fc.oneof(
    fc.constantFrom(
      '*',
      '_',
      '~',
      '`',
      '```',
      '\n',
      '\n- ',
      '\n12. ',
      '\n> ',
      ' ',
      '<script>',
      '"><img src=x onerror=1>',
      'http://a.b',
      '\u202E',
      '\u2066',
      '👩‍👩‍👧‍👦',
      'javascript:alert(1)',
      '&lt;',
      '{{x}}',
      '\u0000',
    ),
    fc.string({ maxLength: 8 }),
  ),
  { maxLength: 40 },
)

describe('tokenize', () => {
  it('loses and invents nothing, whatever it is given', () => {
    fc.assert(
      fc.property(hostile, parts => {
        const text = parts.join('')
        const bare = (s: string): string => s.replace(/\n/g, '')
        expect(bare(sourceText(tokenize(text)))).toBe(bare(text))
      }),
      { numRuns: 400 },
    )
  })
  it('only ever makes links that may be opened', () => {
    fc.assert(
      fc.property(hostile, parts => links(tokenize(parts.join(' '))).every(isOpenable)),
      { numRuns: 300 },
    )
    expect(links(tokenize('javascript:alert(1) data:text/html,x file:///etc/passwd vbscript:x'))).toEqual([])
  })
  it('reads the four marks and what they nest', () => {
    expect(tokenize('*a _b_* ~c~ `d`')).toEqual([
      {
        kind: 'bold',
        children: [
          { kind: 'text', text: 'a ' },
          { kind: 'italic', children: [{ kind: 'text', text: 'b' }] },
        ],
      },
      { kind: 'text', text: ' ' },
      { kind: 'strike', children: [{ kind: 'text', text: 'c' }] },
      { kind: 'text', text: ' ' },
      { kind: 'code', text: 'd' },
    ])
    expect(tokenize('```\n*a*\nb\n```')).toEqual([{ kind: 'block', text: '*a*\nb' }])
  })
  it.each([['2 * 3 * 4'], ['snake_case_name'], ['x * a *'], ['*a\nb*'], ['**'], ['a*b*c'], ['~']])(
    'leaves %j alone',
    text => {
      expect(tokenize(text)).toEqual([{ kind: 'text', text }])
    },
  )
  it('reads lists and quotations line by line, with what stands around them', () => {
    const text = (words: string): Token => ({ kind: 'text', text: words })
    expect(tokenize('Falta:\n- *dois* dias\n2. nota\n\n> você disse\ne mais')).toEqual([
      text('Falta:\n'),
      {
        kind: 'item',
        mark: '-',
        children: [{ kind: 'bold', children: [text('dois')] }, text(' dias')],
      },
      { kind: 'item', mark: '2.', children: [text('nota')] },
      text('\n'),
      { kind: 'quote', mark: '>', children: [text('você disse')] },
      text('e mais'),
    ])
    expect(plainText(tokenize('- *a*\n- b'))).toBe('- a\n- b')
  })
  it.each([['-a'], ['- '], ['a - b'], ['2.5 kg'], ['1234. x'], ['>: ok'], ['a\n-- b']])(
    'takes %j for no list',
    text => expect(tokenize(text)).toEqual([{ kind: 'text', text }]),
  )
  it('takes nothing inside a block of code for a list, nor what follows it in its line', () => {
    expect(kinds('```- a\n- b```- c')).toEqual(['block', 'text'])
    expect(kinds('- a\n```b```\n- c')).toEqual(['item', 'block', 'text', 'item'])
  })
  it('keeps underscores and stars inside links', () => {
    const url = 'https://loja.exemplo.com/a_b_c?x=*1*'
    expect(links(tokenize(`veja ${url} _já_`))).toEqual([url])
    expect(kinds(`veja ${url} _já_`)).toEqual(['text', 'link', 'text', 'italic'])
  })
  it('finds addresses without a scheme, and e-mail', () => {
    expect(links(tokenize('www.exemplo.com.br e ana@exemplo.com'))).toEqual([
      'http://www.exemplo.com.br',
      'mailto:ana@exemplo.com',
    ])
  })
  it.each([
    'Já foi.Ai eu liguei',
    'Recebi.De nada',
    'Sim.No momento',
    'Bom dia.Me avisa',
    'Ltda.ME',
    'Ltda.ME/EPP',
    '1.Me',
    'Sim.Com certeza',
    'ok.vi',
  ])('takes %j for no link', text => expect(tokenize(text)).toEqual([{ kind: 'text', text }]))
  it.each([
    ['loja.com.br', 'http://loja.com.br'],
    ['LOJA.COM.BR', 'http://LOJA.COM.BR'],
    ['Loja.com', 'http://Loja.com'],
    ['silva.adv.br', 'http://silva.adv.br'],
    ['receita.fazenda.gov.br', 'http://receita.fazenda.gov.br'],
    ['wa.me/5511900000000', 'http://wa.me/5511900000000'],
    ['youtu.be/abc', 'http://youtu.be/abc'],
    ['www.turno.de', 'http://www.turno.de'],
    ['https://foi.ai', 'https://foi.ai'],
  ])('takes %j for a link', (text, url) => expect(links(tokenize(text))).toEqual([url]))
  it.each([
    ['*https://loja.com.br/pix*', 'https://loja.com.br/pix'],
    ['*https://loja.com.br/p?x=1*', 'https://loja.com.br/p?x=1'],
    ['*Pague: https://loja.com.br/pix*', 'https://loja.com.br/pix'],
    ['_*https://loja.com.br/pix*_', 'https://loja.com.br/pix'],
    ['*_https://loja.com.br/pix_*', 'https://loja.com.br/pix'],
    ['*https://loja.com.br*', 'https://loja.com.br'],
    ['*loja.com.br*', 'http://loja.com.br'],
  ])('a link in bold ends before the star: %j', (text, url) => {
    expect(links(tokenize(text))).toEqual([url])
    expect(plainText(tokenize(text))).toBe(text.replace(/[*_]/g, ''))
  })
  it('a star that closes nothing belongs to the link', () => {
    expect(links(tokenize('*Oi* https://loja.com.br/a*'))).toEqual(['https://loja.com.br/a*'])
  })
  it('manages 65,000 characters of marks without a partner', () => {
    const text = '*a _b ~c '.repeat(7_300).trim()
    expect(plainText(tokenize(text))).toBe(text)
  })
})

describe('emojiCount', () => {
  it.each([
    ['👍', 1],
    ['😍👍', 2],
    ['👩‍👩‍👧‍👦', 1],
    ['🇧🇷 ❤️', 2],
    ['👍🏽', 1],
    ['ok 👍', 0],
    ['123', 0],
    ['#', 0],
    ['', 0],
    ['1️⃣', 1],
  ])('%s is %i', (text, count) => {
    expect(emojiCount(text)).toBe(count)
  })
})

describe('excerpt', () => {
  it('cuts what is long, never inside a character of two halves', () => {
    expect(excerpt('curto')).toBeNull()
    fc.assert(
      fc.property(fc.integer({ min: 1_400, max: 1_600 }), pad => {
        const short = excerpt(`${'x'.repeat(pad)}${'👍'.repeat(2_000)}`) ?? ''
        expect(encodeURIComponent(short)).not.toBe('') // throws on half a character
      }),
    )
  })
  it('cuts a text of very many lines', () => {
    expect(excerpt('linha comprida de exemplo\n'.repeat(400))?.split('\n').length).toBeLessThanOrEqual(26)
  })
})
