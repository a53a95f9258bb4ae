// @vitest-environment jsdom
/** Native notices as each system takes them: Windows' toasts, Linux' markup, and what is left of them at a sign-out. */
import type { ActivationArguments, NotificationConstructorOptions } from 'electron'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { noticeTexts } from '../../../electron/main/attention/texts'
import { toastOf } from '../../../electron/main/attention/toast'
import type { NoticeContent } from '../../../electron/main/attention/wording'
import { createLog } from '../../../electron/main/log/log'
import { clearToasts } from '../../../electron/main/system/clear-toasts'

const native = vi.hoisted(() => ({
  made: [] as unknown[],
  activate: null as ((details: unknown) => void) | null,
}))
vi.mock('electron', async () => {
  const { EventEmitter } = await import('node:events')
  class Notification extends EventEmitter {
    static isSupported = () => true
    static getHistory = async () => []
    static handleActivation = (callback: (details: unknown) => void) => {
      native.activate = callback
    }
    constructor(readonly options: unknown) {
      super()
      native.made.push(options)
    }
    show() {}
    close() {}
  }
  return { Notification }
})
const { openNotices } = await import('../../../electron/main/start/notices')

const log = createLog(() => undefined)
const heard: string[] = []
const open = (platform: NodeJS.Platform) =>
  openNotices({
    platform,
    resources: '/r',
    events: {
      open: key => heard.push(`open ${key}`),
      act: (key, action) => heard.push(`${action} ${key}`),
      reply: (key, text) => heard.push(`reply ${key} ${text}`),
      closed: () => undefined,
    },
    reveal: () => heard.push('window'),
    texts: () => noticeTexts('pt'),
    log,
  })
const content: NoticeContent = {
  title: 'Maria & <b>Filhos</b>',
  body: 'Veja: <a href="https://x.example">aqui</a>\nAT&T &lt;',
  actions: [
    { action: 'accept', text: 'Aceitar' },
    { action: 'snooze', text: 'Adiar' },
  ],
  reply: true,
  urgent: false,
}
const shown = (platform: NodeJS.Platform) => {
  open(platform).show('ticket:7', content, 'Escreva a resposta')
  return native.made.at(-1) as NotificationConstructorOptions
}

beforeEach(() => {
  heard.length = 0
  native.made = []
  vi.useFakeTimers()
})
afterEach(() => void vi.useRealTimers())

/** What Windows reads, by a parser that takes no liberties. */
const parsed = (xml: string): Document => new DOMParser().parseFromString(xml, 'text/xml')

describe('on Windows', () => {
  it('a toast names its notice in body, buttons and field, and is whole whatever a customer writes', () => {
    const document = parsed(shown('win32').toastXml ?? '')
    expect(document.documentElement.getAttribute('launch')).toBe('turno-ticket:7')
    expect([...document.querySelectorAll('text')].map(one => one.textContent)).toEqual([
      content.title,
      content.body,
    ])
    expect([...document.querySelectorAll('action')].map(one => one.getAttribute('arguments'))).toEqual([
      'type=action&action=0&tag=turno-ticket:7',
      'type=action&action=1&tag=turno-ticket:7',
      'type=reply&tag=turno-ticket:7',
    ])
    expect(document.querySelector('audio')?.getAttribute('silent')).toBe('true')
    const odd = parsed(
      toastOf('turno-a', { ...content, title: 'a\uD83Db\u0007c', body: '' }, { hint: '"', button: '>' }),
    )
    expect(odd.querySelector('text')?.textContent).toBe('a\uFFFDbc')
  })

  const activated = (details: Partial<ActivationArguments>) => {
    open('win32')
    native.activate?.({ type: 'click', arguments: '', ...details })
  }
  it('the body of a toast of an earlier run leads to its ticket', () => {
    activated({ arguments: 'turno-ticket:7' })
    expect(heard).toEqual(['open ticket:7'])
  })
  it('so do its buttons and its field', () => {
    activated({ type: 'action', actionIndex: 1, arguments: 'type=action&action=1&tag=turno-waiting' })
    activated({ type: 'reply', reply: 'já vou', arguments: 'type=reply&tag=turno-ticket:9' })
    expect(heard).toEqual(['snooze waiting', 'reply ticket:9 já vou'])
  })
  it.each(['', 'type=action&action=0&tag=2914750313', '%E0%A4%A'])(
    'one that names nothing brings the window up: %j',
    text => {
      activated({ arguments: text })
      expect(heard).toEqual(['window'])
    },
  )

  it('a sign-out empties the centre of earlier toasts too, and a refusal stops nothing', async () => {
    const started: string[] = []
    const run =
      (error: Error | null) =>
      (program: string, args: readonly string[], done: (e: Error | null) => void) => {
        started.push([program, ...args].join(' '))
        done(error)
      }
    expect(await clearToasts(log, run(null), { SystemRoot: 'D:\\Windows' })).toBe(true)
    expect(started[0]).toMatch(
      /^D:\\Windows\\System32\\.*powershell\.exe .*::History\.Clear\('app\.turno\.console'\)$/,
    )
    expect(await clearToasts(log, run(new Error('constrained')), {})).toBe(false)
  })
})

describe('on Linux', () => {
  it('a customer’s text is neither markup nor an entity, and stays readable', () => {
    const { body, toastXml } = shown('linux')
    expect(body).toBe('Veja: ‹a href="https://x.example"›aqui‹/a›\nAT&T &\u2060lt;')
    expect(body).not.toMatch(/<|&#?\w+;/)
    expect(toastXml).toBeUndefined()
  })
  it('elsewhere it is given as it is', () => expect(shown('darwin').body).toBe(content.body))
})
