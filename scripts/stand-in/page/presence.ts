import type { HostFrame, WindowFacts } from '../wire'
import type { Link } from './link'

type State = Extract<HostFrame, { t: 'state' }>

/**
 * Makes the page see what main's window is: focused or not, hidden or not, online or not, dark or light. In a test all
 * pages share one screen, so the browser's own idea of these is worthless there; for a person it counts.
 */
export function mirrorState(link: Link, facts: WindowFacts): (state: State) => void {
  let now = facts.state
  const fire = (target: EventTarget, name: string) => target.dispatchEvent(new Event(name))

  Object.defineProperty(navigator, 'onLine', { get: () => now.online, configurable: true })
  if (facts.driven) {
    document.hasFocus = () => now.focused
    Object.defineProperty(document, 'visibilityState', { get: () => (now.visible ? 'visible' : 'hidden') })
    Object.defineProperty(document, 'hidden', { get: () => !now.visible })
  } else {
    window.addEventListener('focus', () => link.post({ t: 'focus', focused: true }))
    window.addEventListener('blur', () => link.post({ t: 'focus', focused: false }))
    window.addEventListener('resize', () => link.post({ t: 'size', width: outerWidth, height: outerHeight }))
    if (document.hasFocus()) link.post({ t: 'focus', focused: true })
  }

  const lists = new Set<{ list: MediaQueryList; wantsDark: boolean }>()
  const matchMedia = window.matchMedia.bind(window)
  window.matchMedia = query => {
    const list = matchMedia(query)
    const scheme = /^\(\s*prefers-color-scheme:\s*(dark|light)\s*\)$/.exec(query)?.[1]
    if (!scheme) return list
    const wantsDark = scheme === 'dark'
    const real = Object.getOwnPropertyDescriptor(MediaQueryList.prototype, 'matches')
    Object.defineProperty(list, 'matches', {
      get: () => (now.dark === null ? real?.get?.call(list) : now.dark === wantsDark),
    })
    lists.add({ list, wantsDark })
    return list
  }

  return state => {
    const before = now
    now = state
    if (before.online !== state.online) fire(window, state.online ? 'online' : 'offline')
    if (before.dark !== state.dark) {
      for (const { list } of lists) {
        list.dispatchEvent(new MediaQueryListEvent('change', { media: list.media, matches: list.matches }))
      }
    }
    if (!facts.driven) return
    if (before.visible !== state.visible) fire(document, 'visibilitychange')
    if (before.focused !== state.focused) fire(window, state.focused ? 'focus' : 'blur')
  }
}
