import type { TurnoBridge } from '@contract'

/**
 * Escape that was pressed inside a frame, when main reports it, does in the page what it would have done there: it goes up
 * from the frame, and the dialog around it closes.
 * @returns ends it.
 */
export const escapeFromFrames = (bridge: Pick<TurnoBridge, 'on'>): (() => void) =>
  bridge.on.frameEscaped(() => {
    const from = document.activeElement ?? document.body
    const init = { key: 'Escape', code: 'Escape', keyCode: 27, bubbles: true, cancelable: true }
    from.dispatchEvent(new KeyboardEvent('keydown', init))
    from.dispatchEvent(new KeyboardEvent('keyup', init))
  })
