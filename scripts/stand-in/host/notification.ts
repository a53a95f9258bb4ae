import { EventEmitter } from 'node:events'
import type { NotificationConstructorOptions } from 'electron'
import { bus, happened } from './bus'
import { makeEvent } from './event'
import { imageName } from './native-image'
import { requireReady } from './ready'
import { refusing } from './refusing'

/** What the desktop of the stand-in can and allows; tests change it. */
export const notificationPolicy = { supported: true, failing: null as string | null }

const shown: NotificationHost[] = []
let lastNumber = 0
let activation: ((details: unknown) => void) | null = null

/** Electron's Notification, recorded instead of drawn. */
export class NotificationHost extends EventEmitter {
  readonly number = ++lastNumber
  readonly id: string
  readonly groupId: string
  title: string
  subtitle: string
  body: string
  replyPlaceholder: string
  sound: string
  closeButtonText: string
  toastXml: string
  silent: boolean
  hasReply: boolean
  urgency: string
  timeoutType: string
  actions: { type: string; text?: string }[]
  private state: 'new' | 'shown' | 'closed' = 'new'
  /** Past the members that main may not read on this system. */
  private readonly all = this

  constructor(private readonly options: NotificationConstructorOptions = {}) {
    super()
    this.id = options.id ?? `notification-${this.number}`
    this.groupId = options.groupId ?? ''
    this.title = options.title ?? ''
    this.subtitle = options.subtitle ?? ''
    this.body = options.body ?? ''
    this.replyPlaceholder = options.replyPlaceholder ?? ''
    this.sound = options.sound ?? ''
    this.closeButtonText = options.closeButtonText ?? ''
    this.toastXml = options.toastXml ?? ''
    this.silent = options.silent === true
    this.hasReply = options.hasReply === true
    this.urgency = options.urgency ?? 'normal'
    this.timeoutType = options.timeoutType ?? 'default'
    this.actions = [...(options.actions ?? [])]
  }

  show(): void {
    if (!shown.includes(this.all)) shown.push(this.all)
    if (notificationPolicy.failing) {
      const reason = notificationPolicy.failing
      happened('notification-failed', { ...this.snapshot(), reason })
      this.emit('failed', makeEvent(), reason)
      return
    }
    this.state = 'shown'
    happened('notification', this.snapshot())
    bus.emit('notice', this.snapshot())
    queueMicrotask(() => this.emit('show', makeEvent()))
  }

  close(): void {
    this.dismiss('applicationHidden')
  }

  /** The notice goes away: by the program (applicationHidden), by the person (userCanceled) or by time (timedOut). */
  dismiss(reason: string): void {
    if (this.state !== 'shown') return
    this.state = 'closed'
    bus.emit('notice-close', this.number)
    happened('notification-closed', { number: this.number, id: this.all.id, title: this.title, reason })
    queueMicrotask(() => this.emit('close', makeEvent({ reason })))
  }

  /** The person clicks the notice. */
  click(): void {
    this.mustBeShown()
    this.emit('click', makeEvent())
    this.dismiss('userCanceled')
  }

  /** The person presses one of its buttons (0 is the first). */
  act(index: number): void {
    this.mustBeShown()
    if (!this.actions[index]) throw new Error(`notification ${this.number} has no button ${index}`)
    this.emit('action', makeEvent({ actionIndex: index, selectionIndex: -1 }), index, -1)
    this.dismiss('userCanceled')
  }

  /** The person answers in the notice. */
  reply(text: string): void {
    this.mustBeShown()
    if (!this.hasReply) throw new Error(`notification ${this.number} takes no reply`)
    this.emit('reply', makeEvent({ reply: text }), text)
    this.dismiss('userCanceled')
  }

  private mustBeShown(): void {
    if (this.state !== 'shown') throw new Error(`notification ${this.number} is not on screen`)
  }

  /** All its fields as plain data, for assertions. */
  snapshot() {
    const { number, id, groupId, title, subtitle, body, silent, sound, hasReply, replyPlaceholder, urgency } =
      this.all
    return {
      number,
      id,
      groupId,
      title,
      subtitle,
      body,
      silent,
      sound,
      hasReply,
      replyPlaceholder,
      urgency,
      timeoutType: this.all.timeoutType,
      actions: this.actions,
      icon: imageName(this.options.icon),
      state: this.state,
    }
  }
}

/** Every notice since the start, oldest first. */
export const notificationList = (): NotificationHost[] => [...shown]

/** The notice with that number. Throws when there is none. */
export function notificationByNumber(number: number): NotificationHost {
  const found = shown.find(one => one.number === number)
  if (!found) throw new Error(`no notification ${number}`)
  return found
}

bus.on('notice-pressed', (number: number) => {
  const pressed = shown.find(one => one.number === number)
  if (pressed?.snapshot().state === 'shown') pressed.click()
})

/** A toast is pressed when its program was not running (Windows). */
export const activate = (details: unknown): void => activation?.(details)

const onScreen = () => shown.filter(one => one.snapshot().state === 'shown')
const statics = refusing('Notification class', {
  isSupported: () => notificationPolicy.supported,
  handleActivation: (callback: (details: unknown) => void) => {
    activation = callback
  },
  getHistory: async () => onScreen(),
  remove: (ids: string | string[]) => {
    for (const one of onScreen()) if ([ids].flat().includes(one.id)) one.dismiss('applicationHidden')
  },
  removeAll: () => {
    for (const one of onScreen()) one.dismiss('applicationHidden')
  },
})

export const Notification = new Proxy(NotificationHost, {
  construct(Target, [options]: [NotificationConstructorOptions?]) {
    requireReady('Notification')
    return refusing('Notification', new Target(options))
  },
  get: (target, key) =>
    key in statics ? Reflect.get(statics, key) : Reflect.get(refusing('Notification class', target), key),
})
