/**
 * Carries a card by keys. The drag library's own sensor begins to listen one timer after the press that lifts the card,
 * so that the same press does not drop it again: an arrow pressed before that timer ran was lost, and so was a quick
 * drop. This one listens at once and knows the press that lifted.
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
   * Told of every key but those that drop or cancel.
   * @param code of the key, as `KeyboardEvent.code`.
   * @returns the lane's element the card hangs over now; null when the key leads nowhere.
   */
  carry: (code: string) => HTMLElement | null
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
  /** Where the card was lifted, pixels of the window. */
  private readonly from: DOMRect | undefined
  private readonly page: Document
  private readonly listening = new AbortController()

  constructor(private readonly props: SensorProps<KeySensorOptions>) {
    const card = props.activeNode.node.current
    this.page = card?.ownerDocument ?? document
    this.from = card?.getBoundingClientRect()
    props.onStart({ x: 0, y: 0 })
    const { signal } = this.listening
    this.page.addEventListener('keydown', this.onKeyDown, { signal })
    // Lanes lie elsewhere now, or nobody looks any more.
    this.page.defaultView?.addEventListener('resize', this.cancel, { signal })
    this.page.addEventListener('visibilitychange', this.cancel, { signal })
  }

  private readonly cancel = (): void => {
    this.listening.abort()
    this.props.onCancel()
  }

  private readonly onKeyDown = (event: KeyboardEvent): void => {
    // The press that lifted the card is still on its way up to the document.
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
    const lane = this.props.options.carry(event.code)
    if (!lane) return
    event.preventDefault()
    lane.scrollIntoView({ block: 'nearest', inline: 'nearest', behavior: 'instant' })
    this.props.onMove({ x: lane.getBoundingClientRect().left - (this.from?.left ?? 0), y: 0 })
  }
}
