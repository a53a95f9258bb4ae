/**
 * Carries a card or a row by keys. The drag library's own sensor begins to listen one timer after the press that lifts,
 * so that the same press does not drop again: an arrow pressed before that timer ran was lost, and so was a quick drop.
 * This one listens at once and knows the press that lifted.
 */
import {
  type Activators,
  KeyboardCode,
  type SensorInstance,
  type SensorOptions,
  type SensorProps,
} from '@dnd-kit/core'

export interface KeySensorOptions extends SensorOptions {
  /**
   * Called for every key but those that drop or cancel; brings into view what lies where the key leads.
   * @param code of the key, as `KeyboardEvent.code`.
   * @param from where it was lifted, in pixels of the window.
   * @returns how far from there it hangs now, in pixels of the window; null when the key means nothing here.
   */
  carry: (code: string, from: DOMRect) => { x: number; y: number } | null
}

const DROPS: ReadonlySet<string> = new Set([KeyboardCode.Space, KeyboardCode.Enter, 'NumpadEnter'])

export class KeySensor implements SensorInstance {
  static activators: Activators<KeySensorOptions> = [
    {
      eventName: 'onKeyDown',
      handler: (event, _options, { active }) => {
        const { code, repeat, ctrlKey, altKey, metaKey, shiftKey } = event.nativeEvent
        if (code !== KeyboardCode.Space || repeat || ctrlKey || altKey || metaKey || shiftKey) return false
        const handle = active.activatorNode.current
        if (handle && event.target !== handle) return false
        event.preventDefault()
        return true
      },
    },
  ]

  readonly autoScrollEnabled = false
  /** Where it was lifted. */
  private readonly from: DOMRect
  private readonly page: Document
  private readonly listening = new AbortController()

  constructor(private readonly props: SensorProps<KeySensorOptions>) {
    const lifted = props.activeNode.node.current
    this.page = lifted?.ownerDocument ?? document
    this.from = lifted?.getBoundingClientRect() ?? new DOMRect()
    props.onStart({ x: 0, y: 0 })
    const { signal } = this.listening
    this.page.addEventListener('keydown', this.onKeyDown, { signal })
    // What it hangs over lies elsewhere now, or nobody looks any more.
    this.page.defaultView?.addEventListener('resize', this.cancel, { signal })
    this.page.addEventListener('visibilitychange', this.cancel, { signal })
  }

  private readonly cancel = (): void => {
    this.listening.abort()
    this.props.onCancel()
  }

  private readonly onKeyDown = (event: KeyboardEvent): void => {
    // The press that lifted is still on its way up to the document.
    if (event === this.props.event) return
    if (event.code === KeyboardCode.Esc) {
      event.preventDefault()
      this.cancel()
    } else if (event.code === KeyboardCode.Tab) {
      this.cancel()
    } else if (DROPS.has(event.code)) {
      event.preventDefault()
      // A key that is held down does not drop what it has lifted.
      if (event.repeat) return
      this.listening.abort()
      this.props.onEnd()
    } else if (!event.ctrlKey && !event.altKey && !event.metaKey) this.move(event)
  }

  private move(event: KeyboardEvent): void {
    const away = this.props.options.carry(event.code, this.from)
    if (!away) return
    event.preventDefault()
    this.props.onMove(away)
  }
}
