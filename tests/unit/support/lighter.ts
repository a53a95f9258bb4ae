/**
 * Three things that every page in these tests would pay for and none of them asks for. Two stand on inner parts of a
 * package and say so when those are gone.
 */
import { createRequire } from 'node:module'
import * as react from 'react'
import { TELLING } from './hiding-styles'

const require = createRequire(import.meta.url)

interface Sheet {
  cssRules: { _list: { style?: { length: number; item: (at: number) => string } }[] }
}

/**
 * Leaves of the style sheet that jsdom gives every page only what hides, as `keepHidingRulesOnly` does for what is
 * written into it: its rules of writing directions, of links and of forms were a seventh of what a screen's test costs.
 * Once for each process, before the first question for a style.
 * @throws when jsdom no longer makes its sheet at the first question.
 */
export function keepHidingDefaultsOnly(): void {
  const sheets = require('jsdom/lib/generated/idl/CSSStyleSheet.js') as {
    createImpl: (...of: unknown[]) => Sheet
  }
  const { createImpl } = sheets
  let made: Sheet | undefined
  sheets.createImpl = (...of) => {
    made = createImpl(...of)
    return made
  }
  getComputedStyle(document.documentElement)
  sheets.createImpl = createImpl
  if (!made) throw new Error('jsdom keeps its own style sheet elsewhere')
  const { cssRules } = made
  cssRules._list = cssRules._list.filter(({ style }) =>
    Array.from({ length: style?.length ?? 0 }, (_, at) => style?.item(at)).some(name =>
      TELLING.test(`${name}:`),
    ),
  )
}

/**
 * React notes where every single element was made, to tell it with a warning; an error object for each of them, tens of
 * thousands a second. From now on it has noted its share already.
 * @throws when React no longer counts them.
 */
export function withoutOwnerStacks(): void {
  const inner = Reflect.get(react, '__CLIENT_INTERNALS_DO_NOT_USE_OR_WARN_USERS_THEY_CANNOT_UPGRADE') as
    | object
    | undefined
  if (!inner || !('recentlyCreatedOwnerStacks' in inner)) throw new Error('React counts its notes elsewhere')
  Object.defineProperty(inner, 'recentlyCreatedOwnerStacks', {
    get: () => Number.POSITIVE_INFINITY,
    set: () => {},
  })
}

/**
 * For each style that it writes, Ant Design looks through all children of the page's head. jsdom asks its whole collection
 * anew for each of them: a twentieth of a screen's test. A head gives them as an array from now on.
 */
export function withPlainHead(): void {
  Object.defineProperty(HTMLHeadElement.prototype, 'children', {
    configurable: true,
    get(this: HTMLHeadElement) {
      const all: Element[] = []
      for (let one = this.firstElementChild; one; one = one.nextElementSibling) all.push(one)
      return all
    },
  })
}
