/** Words a rule waits for: whole ones, and folded once however many rules there are. */
import { said, watchFor } from '@contract'
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
