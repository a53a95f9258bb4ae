/** Whether the thread follows its end, and how many messages arrived out of sight. Pure (docs/look.md section 5). */

/** Closer to the end than this counts as being there. Pixels. */
export const END_SLACK_PX = 40

export interface Follow {
  /** The reader is at the end: new messages are followed. */
  atEnd: boolean
  /** Customer messages that arrived while the reader was further up. */
  unseen: number
}

export const FOLLOWING: Follow = { atEnd: true, unseen: 0 }

export type FollowEvent =
  | { type: 'scrolled'; offset: number; viewport: number; size: number }
  | { type: 'arrived'; count: number }
  | { type: 'sent' }
  | { type: 'jumped' }
  | { type: 'left' }

/** Distance between what is visible and the end; pixels. */
export const distanceToEnd = (offset: number, viewport: number, size: number): number =>
  Math.max(0, size - offset - viewport)

/**
 * The next state. A new message never changes `atEnd`: only the reader's own scrolling, the jump button and the
 * reader's own message do.
 */
export function follow(state: Follow, event: FollowEvent): Follow {
  switch (event.type) {
    case 'scrolled': {
      const atEnd = distanceToEnd(event.offset, event.viewport, event.size) <= END_SLACK_PX
      if (atEnd === state.atEnd && (!atEnd || state.unseen === 0)) return state
      return { atEnd, unseen: atEnd ? 0 : state.unseen }
    }
    case 'arrived':
      return state.atEnd || event.count <= 0 ? state : { atEnd: false, unseen: state.unseen + event.count }
    case 'left':
      return state.atEnd ? { ...state, atEnd: false } : state
    case 'sent':
    case 'jumped':
      return state.atEnd && state.unseen === 0 ? state : FOLLOWING
  }
}
