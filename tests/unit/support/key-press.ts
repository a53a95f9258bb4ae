import type { KeyPress } from '../../../src/stores/key-map'

/** A press of a key alone. @param over what is held with it. */
export const press = (key: string, over: Partial<KeyPress> = {}): KeyPress => ({
  key,
  code: '',
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  isComposing: false,
  ...over,
})
