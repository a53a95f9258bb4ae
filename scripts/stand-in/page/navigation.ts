import type { WindowFacts } from '../wire'
import type { Link } from './link'

interface NavigateEvent extends Event {
  navigationType: string
  hashChange: boolean
  downloadRequest: string | null
  destination: { url: string; sameDocument: boolean }
}

/**
 * Routes what Electron routes to main: new windows to setWindowOpenHandler, leaving the page to will-navigate,
 * downloads to will-download. The page itself never opens or leaves anything on its own.
 */
export function guardNavigation(link: Link, facts: WindowFacts): { leave(go: () => void): void } {
  let allowed = false
  const toApp = (url: string) =>
    url.startsWith(`${location.origin}/`) ? facts.appOrigin + url.slice(location.origin.length) : url
  const fromApp = (url: string) =>
    url.startsWith(`${facts.appOrigin}/`) ? url.slice(facts.appOrigin.length) : url
  const absolute = (url: string) => new URL(url, document.baseURI).href
  const leave = (go: () => void) => {
    allowed = true
    go()
  }

  const open = (url: string, frameName: string, features: string, disposition: string) =>
    link.post({ t: 'open', url: toApp(absolute(url)), frameName, features, disposition })

  window.open = (url, target, features) => {
    open(
      String(url ?? 'about:blank'),
      target ?? '',
      features ?? '',
      features ? 'new-window' : 'foreground-tab',
    )
    return null
  }

  const made = new Map<string, Blob>()
  const makeUrl = URL.createObjectURL.bind(URL)
  const dropUrl = URL.revokeObjectURL.bind(URL)
  URL.createObjectURL = source => {
    const url = makeUrl(source)
    if (source instanceof Blob) made.set(url, source)
    return url
  }
  URL.revokeObjectURL = url => {
    made.delete(url)
    dropUrl(url)
  }

  const download = async (url: string, filename: string) => {
    if (!url.startsWith('blob:') && !url.startsWith('data:')) {
      link.post({ t: 'download', url: toApp(url), filename })
      return
    }
    // Asking for it would be a connection, which the page's own policy forbids; Electron's download is none.
    const blob = made.get(url) ?? (await (await fetch(url)).blob())
    const bytes = new Uint8Array(await blob.arrayBuffer())
    link.post({ t: 'download', url: url.replace(location.origin, facts.appOrigin), filename, bytes })
  }

  // A click on a link that stands nowhere in the document reaches no listener of the window.
  const click = HTMLAnchorElement.prototype.click
  HTMLAnchorElement.prototype.click = function (this: HTMLAnchorElement) {
    if (this.isConnected || !this.hasAttribute('download') || !this.href) click.call(this)
    else void download(this.href, this.download)
  }

  const onClick = (event: MouseEvent) => {
    if (event.defaultPrevented || event.button > 1) return
    const anchor = event.composedPath().find(one => one instanceof HTMLAnchorElement)
    if (!anchor?.href) return
    if (anchor.hasAttribute('download')) {
      event.preventDefault()
      void download(anchor.href, anchor.download || '')
      return
    }
    const elsewhere = anchor.target && anchor.target !== '_self' && anchor.target !== '_top'
    if (elsewhere || event.ctrlKey || event.metaKey || event.shiftKey || event.button === 1) {
      event.preventDefault()
      const disposition = event.shiftKey
        ? 'new-window'
        : event.button === 1 || event.ctrlKey
          ? 'background-tab'
          : 'foreground-tab'
      open(anchor.href, elsewhere ? anchor.target : '', '', disposition)
    }
  }
  // On window and bubbling: the page's own handlers have had their say before.
  window.addEventListener('click', onClick)
  window.addEventListener('auxclick', onClick)

  const navigation = (window as { navigation?: EventTarget }).navigation
  navigation?.addEventListener('navigate', received => {
    const event = received as NavigateEvent
    const { destination, navigationType } = event
    if (allowed || destination.sameDocument || event.hashChange || navigationType === 'reload') return
    if (!event.cancelable) return
    event.preventDefault()
    if (event.downloadRequest !== null) {
      void download(destination.url, event.downloadRequest)
      return
    }
    const url = toApp(destination.url)
    void link.ask({ t: 'navigate', url }).then(may => {
      if (may) leave(() => location.assign(fromApp(url)))
    })
  })
  navigation?.addEventListener('navigatesuccess', () => link.post({ t: 'in-page' }))
  return { leave }
}
