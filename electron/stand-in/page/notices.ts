import type { HostFrame } from '../wire'
import type { Link } from './link'

type Notice = Extract<HostFrame, { t: 'notice' }>

/** Shows main's notices to a person as the browser's own, where the browser was allowed to. */
export function makeNotices(link: Link): { show(notice: Notice): void; close(number: number): void } {
  // The real one: the page's own copy of the class may be guarded or replaced later.
  const Native = window.Notification as typeof Notification | undefined
  const shown = new Map<number, Notification>()
  return {
    show({ number, title, body, silent }) {
      if (Native?.permission !== 'granted') return
      const notice = new Native(title, { body, silent, tag: `turno-${number}` })
      notice.onclick = () => {
        window.focus()
        link.tell({ t: 'notice-pressed', number })
      }
      shown.set(number, notice)
    },
    close(number) {
      shown.get(number)?.close()
      shown.delete(number)
    },
  }
}
