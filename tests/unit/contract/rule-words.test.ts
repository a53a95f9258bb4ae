/** Words a rule waits for: whole ones, and folded once however many rules there are. */
import { RULE, said, watchFor } from '@contract'
import { afterEach, expect, it, vi } from 'vitest'

afterEach(() => vi.restoreAllMocks())

it('finds whole words and phrases, whatever their case and accents', () => {
  const fits = watchFor({ kind: 'words', words: ['reclamação', 'quero cancelar'] })
  expect(['RECLAMACAO!', 'Eu quero  cancelar.'].map(body => fits(said(body)))).toEqual([true, true])
  expect(['Reclamações não', 'cancelar quero', ''].map(body => fits(said(body)))).toEqual([
    false,
    false,
    false,
  ])
})

it('folds a message once and the words of a rule once', () => {
  const words = Array.from({ length: RULE.words }, (_, at) => `palavra ${at}`)
  const fits = Array.from({ length: RULE.most }, () => watchFor({ kind: 'words', words }))
  const folds = vi.spyOn(String.prototype, 'normalize')
  const message = said('x'.repeat(4_096))
  for (const one of fits) one(message)
  expect(folds).toHaveBeenCalledOnce()
})
