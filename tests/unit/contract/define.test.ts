import { expect, it, vi } from 'vitest'
import { z } from 'zod'
import { endpoint } from '../../../src/contract/endpoints/define'

it('a schema that is given as a function is made when it is asked for first, and once', () => {
  const makes = {
    params: vi.fn(() => z.object({ id: z.string() })),
    query: vi.fn(() => z.object({ page: z.string() })),
    body: vi.fn(() => z.object({ name: z.string() })),
    response: vi.fn(() => z.object({ done: z.boolean() })),
  }
  const made = endpoint('PUT', '/things/:id', { summary: 'a thing', access: 'member', ...makes })
  const counts = () => Object.values(makes).map(make => make.mock.calls.length)
  expect({ path: made.path, access: made.access, errors: made.errors }).toEqual({
    path: '/things/:id',
    access: 'member',
    errors: [],
  })
  expect(counts()).toEqual([0, 0, 0, 0])
  expect(made.response.safeParse({ done: true }).success).toBe(true)
  expect(made.response.safeParse({}).success).toBe(false)
  expect(counts()).toEqual([0, 0, 0, 1])
  for (const part of ['params', 'query', 'body', 'response'] as const) expect(made[part]).toBe(made[part])
  expect(counts()).toEqual([1, 1, 1, 1])
})
