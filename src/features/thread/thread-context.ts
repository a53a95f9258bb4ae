import type { Message, TicketNote } from '@contract'
import { createContext, useContext } from 'react'
import type { StartConversation } from './media/contact-cards'

/** Where a menu opens: under a button, or where the pointer was. Viewport pixels. */
export interface MenuAnchor {
  x: number
  y: number
  /** The menu's right edge stands at x. */
  fromRight: boolean
  focusFirst: boolean
}

export type MenuContent = 'actions' | 'reactions'

/** What every row of a thread needs; stable while the thread is open, so that rows are drawn once. */
export interface ThreadActions {
  ticketId: number
  /** Whom the conversation is with. */
  name: string
  isGroup: boolean
  readOnly: boolean
  /** Whether the person may ask for the words of recordings and pictures. */
  transcribes: boolean
  /** The language its messages are translated to; null while they are not. */
  translatedTo: string | null
  reply: (message: Message) => void
  openMenu: (message: Message, anchor: MenuAnchor, content: MenuContent) => void
  openImage: (message: Message) => void
  toggleSelected: (messageId: string) => void
  /** Takes a whisper back; undefined for one that is not this user's to take back. */
  removeOf: (note: TicketNote) => (() => void) | undefined
  start: StartConversation | undefined
}

const missing = (): never => {
  throw new Error('a row was drawn outside of a thread')
}

export const ThreadContext = createContext<ThreadActions>({
  ticketId: 0,
  name: '',
  isGroup: false,
  readOnly: true,
  transcribes: false,
  translatedTo: null,
  reply: missing,
  openMenu: missing,
  openImage: missing,
  toggleSelected: missing,
  removeOf: missing,
  start: undefined,
})

export const useThreadActions = (): ThreadActions => useContext(ThreadContext)
