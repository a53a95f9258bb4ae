import type { ThreadActions } from '@/features/thread/thread-context'

const nothing = (): void => {}

/** What a thread is drawn with: everything may be done, and nothing happens. */
export const threadActions = (over: Partial<ThreadActions> = {}): ThreadActions => ({
  ticketId: 1,
  name: 'Clara',
  isGroup: false,
  readOnly: false,
  transcribes: false,
  translatedTo: null,
  reply: nothing,
  openMenu: nothing,
  openImage: nothing,
  toggleSelected: nothing,
  removeOf: () => undefined,
  start: undefined,
  ...over,
})
