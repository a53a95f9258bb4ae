import type { ReactElement, Ref } from 'react'
import { Virtualizer, type VirtualizerHandle, type VirtualizerProps } from 'virtua'
import { keepPress } from './keep-press'

export type { CacheSnapshot, CustomItemComponentProps, VirtualizerHandle } from 'virtua'

/** virtua's container without the `pointer-events: none` it carries while it scrolls and 150 ms longer; presses stay. */
const Track: NonNullable<VirtualizerProps['as']> = ({ style, ...rest }) => (
  <div {...rest} style={{ ...style, pointerEvents: undefined }} onPointerDownCapture={keepPress} />
)

/**
 * The virtual rows of every list: virtua's Virtualizer whose rows can be pressed at any moment. Hands press a row right
 * after the wheel has brought it; the library would let that press fall through to the pane, and the browser would lose
 * it where rows still move before the release. Nothing else imports virtua (tests/unit/ui/virtual-rows.test.tsx).
 * @param props virtua's own; `as` is taken.
 */
export function VirtualRows<T>(
  props: Omit<VirtualizerProps<T>, 'as'> & { ref?: Ref<VirtualizerHandle> },
): ReactElement {
  return <Virtualizer {...props} as={Track} />
}
