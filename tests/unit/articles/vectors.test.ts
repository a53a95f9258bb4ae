/** Pieces of articles, lists made one. */
import { describe, expect, it } from 'vitest'
import { fused, PIECE_CHARS, piecesOf } from '../../../electron/server/automation/articles/vectors'

const paragraph = (word: string, letters: number): string =>
  `${word} `.repeat(Math.ceil(letters / (word.length + 1))).trim()

describe('an article in pieces', () => {
  it('is one where it is short, with its title', () => {
    expect(piecesOf({ title: 'Prazo', text: 'Trinta dias.\n\nCom nota.' })).toMatchObject([
      { at: 0, text: 'Prazo\nTrinta dias.\n\nCom nota.' },
    ])
    expect(piecesOf({ title: 'Vazio', text: '' })).toHaveLength(1)
  })

  it('is cut between paragraphs, before headings, and within words only where there is no other place', () => {
    const text = [
      `# Trocas\n${paragraph('troca', 600)}`,
      `## Garantia\n${paragraph('garantia', 900)}`,
      paragraph('longo', 4_000),
      'x'.repeat(3_200),
    ].join('\n\n')
    const pieces = piecesOf({ title: 'Tudo', text })
    for (const { at, text: words } of pieces) {
      expect(words.length).toBeLessThanOrEqual('Tudo\n'.length + PIECE_CHARS)
      expect(text.slice(at).trim().startsWith(words.slice('Tudo\n'.length))).toBe(true)
    }
    expect(pieces[1]?.text).toMatch(/^Tudo\n## Garantia/)
    expect(
      pieces.flatMap(({ text: words }) => words.match(/\bl\w*/g) ?? []).every(word => word === 'longo'),
    ).toBe(true)
    expect(
      pieces
        .map(({ text: words }) => words.slice('Tudo\n'.length))
        .join('')
        .replace(/\s/g, ''),
    ).toBe(text.replace(/\s/g, ''))
  })
})

it('two lists are one: what both name stands first, and each has its best near the top', () => {
  expect(
    fused(
      [
        [1, 2, 3],
        [4, 3, 5],
      ],
      4,
    ),
  ).toEqual([3, 1, 4, 2])
  expect(fused([[], []], 4)).toEqual([])
})
