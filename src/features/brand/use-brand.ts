import { UNCHOSEN_KEY } from '@contract'
import { useEffect } from 'react'
import { loadLogos, useLogo } from '@/stores/logos'
import { useServers } from '@/stores/servers'

const ICON_SIDE = 256

/** A picture drawn into a square PNG, as a data address; null where it cannot be drawn. */
async function squareOf(path: string): Promise<string | null> {
  const picture = new Image()
  picture.src = path
  await picture.decode()
  // An SVG without a size of its own has none here.
  const [width, height] = [picture.naturalWidth || ICON_SIDE, picture.naturalHeight || ICON_SIDE]
  const share = ICON_SIDE / Math.max(width, height)
  const canvas = document.createElement('canvas')
  canvas.width = ICON_SIDE
  canvas.height = ICON_SIDE
  const pen = canvas.getContext('2d')
  if (!pen) return null
  const [w, h] = [width * share, height * share]
  pen.drawImage(picture, (ICON_SIDE - w) / 2, (ICON_SIDE - h) / 2, w, h)
  return canvas.toDataURL('image/png')
}

/** Sets or takes away one `<link>` of the page's head. */
function setLink(rel: 'icon' | 'apple-touch-icon', href: string | null): void {
  const present = document.head.querySelector<HTMLLinkElement>(`link[rel="${rel}"]`)
  if (href === null) {
    present?.remove()
    return
  }
  const link = present ?? document.head.appendChild(document.createElement('link'))
  link.rel = rel
  link.href = href
}

/**
 * Reads the logos of the server the window speaks to, and gives the page its icon. Main reads the window's icon from
 * the page's (electron/main/windows/page-icon.ts), so every kind of logo is drawn as a PNG first.
 */
export function useBrand(): void {
  const server = useServers(state => state.state?.current)
  useEffect(() => {
    if (server !== undefined && server !== UNCHOSEN_KEY) void loadLogos()
  }, [server])
  const [large, small, apple] = [useLogo('favicon-256x256'), useLogo('favicon'), useLogo('apple-touch-icon')]
  const icon = large ?? small ?? apple
  useEffect(() => {
    setLink('apple-touch-icon', apple)
    if (icon === null) return setLink('icon', null)
    let current = true
    squareOf(icon).then(
      href => current && setLink('icon', href),
      () => current && setLink('icon', null), // a logo that cannot be drawn is no icon
    )
    return () => {
      current = false
    }
  }, [icon, apple])
}
