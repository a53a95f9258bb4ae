import { ratingIn } from '@contract'
import { expect, it } from 'vitest'

it('an answer to the rating question is a number, with or without words', () => {
  expect(ratingIn(' 3 ')).toEqual({ rate: 3, comment: '' })
  expect(ratingIn('3 ótimo, obrigada')).toEqual({ rate: 3, comment: 'ótimo, obrigada' })
  expect(ratingIn('2 - demorou\nmuito')).toEqual({ rate: 2, comment: 'demorou\nmuito' })
  expect(ratingIn('*1*. Ninguém resolveu!')).toEqual({ rate: 1, comment: 'Ninguém resolveu!' })
  expect(ratingIn('3 😀')).toEqual({ rate: 3, comment: '😀' })
  expect(ratingIn(`3 ${'a'.repeat(999)}😀`)?.comment).not.toMatch(/[\uD800-\uDBFF]$/)
})

it('other numbers, and words before one, are no rating', () => {
  for (const body of ['4', '0 ruim', '10', '3x', '3,5', '1/2', '2-3', 'nota 3', '', '3ª via'])
    expect(ratingIn(body), body).toBeNull()
})
