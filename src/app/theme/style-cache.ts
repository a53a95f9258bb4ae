import { createCache } from '@ant-design/cssinjs'

/**
 * A cache for Ant Design's styles that never drops what it has built. The stock cache counts users and throws a style
 * sheet away with the last one; a ticket that gives way to another unmounts the only popover and the only select of the
 * screen, and the document then recalculates every style twice in one click. The number of entries is bounded by
 * components times themes.
 */
export function keepingCache(): ReturnType<typeof createCache> {
  const cache = createCache()
  const update = cache.opUpdate.bind(cache)
  cache.opUpdate = (path, change) =>
    update(path, before => {
      const after = change(before)
      // One user more than there are: the count starts at one and never reaches nought again.
      return !before && after ? [after[0] + 1, after[1]] : after
    })
  return cache
}
