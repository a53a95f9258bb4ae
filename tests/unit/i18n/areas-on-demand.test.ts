import { expect, it, vi } from 'vitest'
import { i18n } from '@/i18n'
import { type Areas, addAreas, type TextTree } from '../../../src/i18n/areas-on-demand'

const treeOf = (areas: Areas): TextTree => {
  const tree: TextTree = {}
  addAreas(tree, areas)
  return tree
}

it('an area is built with the first of its texts that is asked for, once; of the others nothing is', () => {
  const tags = vi.fn(() => ({ title: 'Etiquetas', none: 'Sem etiquetas' }))
  const plans = vi.fn(() => ({ title: 'Planos' }))
  i18n.store.data.fr = { translation: treeOf({ tags, plans }) }
  const speak = i18n.getFixedT('fr') as (key: string) => string
  expect([tags, plans].map(one => one.mock.calls.length)).toEqual([0, 0])
  expect([speak('tags.title'), speak('tags.none'), speak('tags.title')]).toEqual([
    'Etiquetas',
    'Sem etiquetas',
    'Etiquetas',
  ])
  expect([tags, plans].map(one => one.mock.calls.length)).toEqual([1, 0])
})

it('reads like a tree that was built whole', () => {
  const tree = treeOf({ tags: () => ({ title: 'Etiquetas' }), plans: () => ({ title: 'Planos' }) })
  expect(tree).toEqual({ tags: { title: 'Etiquetas' }, plans: { title: 'Planos' } })
  expect(Object.keys(tree)).toEqual(['tags', 'plans'])
  expect(tree.tags).toBe(tree.tags)
})
