// @vitest-environment jsdom
import { type Tag, tag as tagSchema } from '@contract'
import { act, renderHook, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { useLiveRow } from '@/features/kit'
import { createDirectory } from '@/stores/directory'
import { flushFeed, receiveFeed, resetFeed } from '@/stores/feed'
import { byText, createPagedList } from '@/stores/paged-list'
import '../support/jsdom'

const tag = (id: number, name: string): Tag => tagSchema.parse({ id, name, color: '#fff' })
let told = 0
let onServer: Tag[] = []
const tags = createPagedList<Tag>({
  name: 'live row',
  order: byText<Tag>(row => row.name),
  read: async ({ searchParam = '' }) => ({
    rows: onServer.filter(({ name }) => name.includes(searchParam)),
    hasMore: false,
  }),
  // Whether a record answers the search only the server can tell.
  matches: () => null,
  onEvent: event =>
    event.channel !== 'tag'
      ? null
      : event.data.action === 'delete'
        ? { remove: event.data.tagId }
        : { put: event.data.tag },
})
const rename = (name: string): void => {
  onServer = [tag(1, name)]
  act(() => {
    receiveFeed({
      events: [{ seq: ++told, event: { channel: 'tag', data: { action: 'update', tag: tag(1, name) } } }],
    })
    flushFeed()
  })
}

beforeEach(() => {
  onServer = [tag(1, 'Ana')]
})
afterEach(() => {
  tags.reset()
  resetFeed()
})

describe('a record that is edited', () => {
  it('is followed when a colleague’s change takes its row out of the search', async () => {
    tags.open()
    tags.type('Ana')
    tags.submit()
    await waitFor(() => expect(tags.use.getState().rows).toHaveLength(1))
    const { result, unmount } = renderHook(() => useLiveRow(tags, 1, ({ name }: Tag) => name))
    expect(result.current).toBe('Ana')
    rename('Bia')
    expect(result.current).toBe('Bia')
    await waitFor(() => expect(tags.use.getState().rows).toHaveLength(0))
    expect(result.current).toBe('Bia')
    rename('Bea')
    expect(result.current).toBe('Bea')
    unmount()
    expect(tags.use.getState().followed.size).toBe(0)
  })

  it('is not taken for deleted while its list is not read yet', async () => {
    const whole = createDirectory<Tag>({ name: 'live item', read: async () => onServer })
    const { result } = renderHook(() => useLiveRow(whole, 1, ({ name }: Tag) => name))
    expect(result.current).toBeUndefined()
    await act(() => whole.ensure())
    expect(result.current).toBe('Ana')
    onServer = []
    await act(() => whole.reload())
    expect(result.current).toBeNull()
    whole.reset()
  })
})
