import { describe, expect, it, vi } from 'vitest'
import type { Log } from '../../../electron/main/log/log'
import { keepInDrafts } from '../../../electron/main/microphone/keep'
import {
  createMicrophone,
  type RecorderPage,
  voiceFileName,
} from '../../../electron/main/microphone/microphone'
import { mayListen } from '../../../electron/main/microphone/policy'
import { type MediaStatus, systemAccess } from '../../../electron/main/microphone/system-access'
import { newTake, step, type Take } from '../../../electron/main/microphone/take'
import type { Draft, MicrophoneOrder, RecordedFile, RecorderState } from '../../../src/contract'
import { callsOf, eventsOf, isVoiceFile } from '../../../src/contract'
import { soon } from '../../support/soon'

const file: RecordedFile = {
  id: 'f',
  name: 'audio-record-site-1.mp3',
  mime: 'audio/mpeg',
  size: 40_000,
  duration: 2.5,
}
const at = (phase: Take['phase'], ticketId: number | null = 7): Take => ({
  ...newTake('t', ticketId, 1),
  phase,
})
const silent = { info() {}, warn() {}, error() {}, child: () => silent } as unknown as Log

describe('who may listen', () => {
  const request = { contentsId: 5, origin: 'app://turno/recorder.html', kinds: ['audio'] }
  it.each([
    ['is the recorder page while a recording runs', request, 5, true],
    ['is nobody while nothing is recorded', request, null, false],
    ['is no other page', { ...request, contentsId: 1 }, 5, false],
    ['is nobody unknown', { ...request, contentsId: null }, 5, false],
    ['is no page elsewhere', { ...request, origin: 'https://evil.example/' }, 5, false],
    ['is no unknown page', { ...request, origin: null }, 5, false],
    ['asks for no camera', { ...request, kinds: ['audio', 'video'] }, 5, false],
    ['says what is asked for', { ...request, kinds: [] }, 5, false],
  ] as const)('%s', (_who, asked, listening, may) => {
    expect(mayListen(asked, listening)).toBe(may)
  })
  it('gives the recorder page reporting and nothing of the session, and nobody else reporting', () => {
    expect(callsOf('recorder')).toEqual(['microphone.report', 'log.write'])
    expect(eventsOf('recorder')).toEqual(['microphoneOrder'])
    for (const kind of ['console', 'spy', 'wall', 'popout'] as const) {
      expect(callsOf(kind)).not.toContain('microphone.report')
      expect(eventsOf(kind)).not.toContain('microphoneOrder')
    }
    expect(callsOf('wall').filter(name => name.startsWith('recorder.'))).toEqual([])
  })
})

describe('the life of a take', () => {
  it('records, pauses, resumes, stops and is finished for its ticket', () => {
    let take = step(at('starting'), { kind: 'started', takeId: 't' }).take as Take
    expect(take.phase).toBe('recording')
    expect(step(take, { kind: 'pause' })).toMatchObject({ take: { phase: 'paused' }, order: 'pause' })
    take = step(take, { kind: 'pause' }).take as Take
    expect(step(take, { kind: 'resume' })).toMatchObject({ take: { phase: 'recording' }, order: 'resume' })
    expect(step(take, { kind: 'stop' })).toMatchObject({ take: { phase: 'stopping' }, order: 'stop' })
    const end = step(at('stopping'), { kind: 'done', takeId: 't', file })
    const finished = { takeId: 't', ticketId: 7, file, end: 'person' }
    expect(end).toEqual({ take: null, order: null, finished })
    const ending = step(at('recording'), { kind: 'ending', takeId: 't', end: 'limit' }).take as Take
    expect(step(ending, { kind: 'done', takeId: 't', file }).finished?.end).toBe('limit')
  })

  it('keeps nothing of what was cancelled, stopped before it began, or too short', () => {
    expect(step(at('recording'), { kind: 'cancel' })).toEqual({ take: null, order: 'cancel', finished: null })
    expect(step(at('starting'), { kind: 'stop' })).toEqual({ take: null, order: 'cancel', finished: null })
    expect(step(at('stopping'), { kind: 'discarded', takeId: 't' }).take).toBeNull()
  })

  it('lets a test of the microphone be listened to, and sends it nowhere', () => {
    const done = step(at('stopping', null), { kind: 'done', takeId: 't', file })
    expect(done).toEqual({ take: null, order: null, finished: null, testRecording: file })
  })

  it('shows a failure until it is taken away, with its first reason', () => {
    const failed = step(at('starting'), { kind: 'failed', takeId: 't', failure: 'denied', detail: '' })
      .take as Take
    expect(failed).toMatchObject({ phase: 'failed', failure: 'denied' })
    expect(step(failed, { kind: 'lost' }).take).toMatchObject({ failure: 'denied' })
    expect(step(failed, { kind: 'done', takeId: 't', file }).finished).toBeNull()
    expect(step(failed, { kind: 'cancel' })).toEqual({ take: null, order: null, finished: null })
  })

  it('ignores what makes no sense', () => {
    for (const [phase, input] of [
      ['starting', { kind: 'pause' }],
      ['recording', { kind: 'resume' }],
      ['stopping', { kind: 'stop' }],
      ['stopping', { kind: 'started', takeId: 't' }],
    ] as const) {
      const take = at(phase)
      expect(step(take, input)).toEqual({ take, order: null, finished: null })
    }
  })
})

describe('the system', () => {
  const media = (status: MediaStatus, answer = false) => ({
    getMediaAccessStatus: () => status,
    askForMediaAccess: vi.fn(async () => answer),
  })
  it('asks a Mac once and believes its answer', async () => {
    expect(await systemAccess('darwin', media('granted')).ask()).toBe(true)
    expect(await systemAccess('darwin', media('denied')).ask()).toBe(false)
    expect(await systemAccess('darwin', media('not-determined', true)).ask()).toBe(true)
  })
  it('tries on Windows and Linux, because only the attempt tells', async () => {
    const port = media('denied')
    expect(await systemAccess('win32', port).ask()).toBe(true)
    expect(await systemAccess('linux', port).ask()).toBe(true)
    expect(port.askForMediaAccess).not.toHaveBeenCalled()
  })
})

function open(
  settingsUrl: string | null = null,
  allowed: () => Promise<boolean> = async () => true,
  rescue: (name: string, parts: readonly Uint8Array[]) => Promise<RecordedFile> = async () => file,
) {
  const pages: (RecorderPage & { orders: MicrophoneOrder[]; closed: boolean })[] = []
  const states: RecorderState[] = []
  const opened: string[] = []
  let ids = 0
  const spooled: string[] = []
  const spool = {
    begin: (takeId: string, ticketId: number, name: string) =>
      void spooled.push(`begin ${takeId} ${ticketId} ${name}`),
    add: (takeId: string, bytes: Uint8Array) => void spooled.push(`add ${takeId} ${bytes.byteLength}`),
    drop: (takeId: string) => void spooled.push(`drop ${takeId}`),
    suspend: () => void spooled.push('suspend'),
  }
  const microphone = createMicrophone({
    openPage() {
      const orders: MicrophoneOrder[] = []
      const page = {
        id: 100 + pages.length,
        orders,
        closed: false,
        order: (order: MicrophoneOrder) => void orders.push(order),
        close() {
          page.closed = true
        },
      }
      pages.push(page)
      return page
    },
    access: { ask: allowed, settingsUrl },
    openExternal: async url => void opened.push(url),
    deviceId: () => 'mic',
    autoGain: false,
    newId: () => `take-${++ids}`,
    now: () => new Date(2026, 10, 21, 9, 5, 7),
    rescue,
    spool,
    onChange: state => states.push(state),
    onLevel: () => undefined,
    log: silent,
  })
  /** The first take is under way. */
  const recording = async (): Promise<void> => {
    await microphone.start(7, 1)
    microphone.report(100, { kind: 'started', takeId: 'take-1' })
  }
  const hears = (contentsId: number) =>
    microphone.mayListen({ contentsId, origin: 'app://turno', kinds: ['audio'] })
  return { microphone, recording, pages, states, opened, hears, spooled }
}

describe('the microphone', () => {
  it('opens a page for a take, orders it to begin, and closes it when the take is finished', async () => {
    const { microphone, pages, hears } = open()
    expect(hears(100)).toBe(false)
    await microphone.start(7, 1)
    const page = pages[0]!
    expect(page.orders).toMatchObject([
      { kind: 'start', takeId: 'take-1', deviceId: 'mic', fileName: 'audio-record-site-20261121-090507.mp3' },
    ])
    // Not beside the first.
    await expect(microphone.start(8, 2)).rejects.toThrow('under way')
    expect(hears(100)).toBe(true)
    expect(hears(1)).toBe(false)
    microphone.report(100, { kind: 'started', takeId: 'take-1' })
    microphone.control('stop', 'take-1')
    expect(hears(100)).toBe(false)
    expect(page.closed).toBe(false)
    microphone.report(100, { kind: 'done', takeId: 'take-1', file })
    expect(page.closed).toBe(true)
    expect(microphone.state()).toMatchObject({ phase: 'idle', finished: [{ ticketId: 7, file }] })
    expect(microphone.claim('take-1', 1)).toBe(true)
    expect(microphone.claim('take-1', 1)).toBe(false)
    expect(microphone.state().finished).toEqual([])
  })

  it('does not open a page for somebody who cancelled while the system was asking', async () => {
    let answer: (yes: boolean) => void = () => undefined
    const { microphone, pages } = open(null, () => new Promise(resolve => (answer = resolve)))
    const started = microphone.start(7, 1)
    microphone.control('cancel', 'take-1')
    answer(true)
    expect((await started).phase).toBe('idle')
    expect(pages).toEqual([])
  })

  it('says that the system denied it, and opens the settings where they are', async () => {
    const { microphone, pages, opened } = open('ms-settings:privacy-microphone', async () => false)
    expect(await microphone.start(7, 1)).toMatchObject({
      phase: 'failed',
      failure: 'denied',
      hasSystemSettings: true,
    })
    expect(pages).toEqual([])
    expect(await microphone.openSystemSettings()).toBe(true)
    expect(opened).toEqual(['ms-settings:privacy-microphone'])
    // A failure is no obstacle to another try.
    await microphone.start(7, 1)
    expect(await open().microphone.openSystemSettings()).toBe(false)
  })

  it('keeps what was said when its window is gone, and says so when the recorder is', async () => {
    const { microphone, recording, pages } = open()
    await recording()
    microphone.dropWindow(1)
    expect(pages[0]?.orders.at(-1)).toEqual({ kind: 'stop', takeId: 'take-1' })
    microphone.dropWindow(100)
    expect(microphone.state()).toMatchObject({ phase: 'failed', failure: 'broken' })
  })

  it('gives a recording to the window it was spoken in, and to another once that one is gone', async () => {
    const { microphone, recording, states } = open()
    await recording()
    microphone.control('stop', 'take-1')
    microphone.report(100, { kind: 'done', takeId: 'take-1', file })
    expect(microphone.claim('take-1', 2)).toBe(false)
    const told = states.length
    microphone.dropWindow(1)
    expect(states.length).toBe(told + 1)
    expect(states.at(-1)?.finished).toHaveLength(1)
    expect(microphone.claim('take-1', 2)).toBe(true)
    expect(microphone.claim('take-1', 2)).toBe(false)

    // Gone before the file was complete: it is nobody's, and whoever asks first has it.
    await microphone.start(7, 1)
    microphone.report(101, { kind: 'started', takeId: 'take-2' })
    microphone.dropWindow(1)
    microphone.report(101, { kind: 'done', takeId: 'take-2', file })
    expect(microphone.claim('take-2', 2)).toBe(true)
  })

  it('keeps what was encoded when the recorder is gone, for listening before it is sent', async () => {
    const rescue = vi.fn(async () => file)
    const { microphone, recording, pages } = open(null, async () => true, rescue)
    await recording()
    const parts = [new Uint8Array(9_000).fill(1), new Uint8Array(9_000).fill(2)]
    for (const bytes of parts) microphone.report(100, { kind: 'part', takeId: 'take-1', bytes })
    microphone.dropWindow(100)
    expect(microphone.state()).toMatchObject({ phase: 'stopping' })
    expect(rescue).toHaveBeenCalledWith('audio-record-site-20261121-090507.mp3', parts)
    await soon(() => expect(microphone.state().phase).toBe('idle'))
    expect(microphone.state().finished).toEqual([{ takeId: 'take-1', ticketId: 7, file, end: 'broken' }])
    // The next take begins in a page of its own and with nothing of this one.
    await microphone.start(7, 1)
    expect(pages).toHaveLength(2)
    microphone.dropWindow(101)
    expect(microphone.state()).toMatchObject({ phase: 'failed', failure: 'broken' })
    expect(rescue).toHaveBeenCalledTimes(1)
  })

  it('keeps it too when the page itself says that it broke, and says when it could not be kept', async () => {
    const { microphone, recording } = open(null, undefined, async () => {
      throw new Error('disk full')
    })
    await recording()
    microphone.report(100, { kind: 'part', takeId: 'take-1', bytes: new Uint8Array(12_000) })
    microphone.report(100, { kind: 'failed', takeId: 'take-1', failure: 'broken', detail: 'capture broke' })
    await soon(() => expect(microphone.state()).toMatchObject({ phase: 'failed', failure: 'storage' }))
  })

  it('does not listen to a recorder that is gone', async () => {
    const { microphone } = open()
    await microphone.start(7, 1)
    microphone.report(99, { kind: 'done', takeId: 'take-1', file })
    microphone.report(100, { kind: 'done', takeId: 'another', file })
    expect(microphone.state()).toMatchObject({ phase: 'starting', finished: [] })
  })

  it('gives up on a recorder that never answers', async () => {
    vi.useFakeTimers()
    try {
      const { microphone, pages } = open()
      await microphone.start(7, 1)
      await vi.advanceTimersByTimeAsync(30_000)
      expect(microphone.state()).toMatchObject({ phase: 'failed', failure: 'broken' })
      expect(pages[0]?.closed).toBe(true)
    } finally {
      vi.useRealTimers()
    }
  })

  it('keeps nothing at the end of the session', async () => {
    const { microphone, recording, pages, hears } = open()
    await recording()
    microphone.reset()
    expect(pages[0]?.closed).toBe(true)
    expect(hears(100)).toBe(false)
    expect(microphone.state()).toMatchObject({ phase: 'idle', finished: [] })
  })

  it('has what is said on the disk until somebody has taken it over', async () => {
    const { microphone, spooled } = open()
    const bytes = new Uint8Array(12_000)
    const finish = (page: number, takeId: string) => {
      microphone.report(page, { kind: 'started', takeId })
      microphone.report(page, { kind: 'part', takeId, bytes })
      microphone.report(page, { kind: 'done', takeId, file })
    }
    await microphone.start(7, 1)
    finish(100, 'take-1')
    expect(spooled).toEqual(['begin take-1 7 audio-record-site-20261121-090507.mp3', 'add take-1 12000'])
    microphone.claim('take-1', 1)
    expect(spooled.splice(0).at(-1)).toBe('drop take-1')

    // Unwanted, and a test of the microphone.
    await microphone.start(7, 1)
    microphone.control('cancel', 'take-2')
    await microphone.start(null, 1)
    microphone.control('cancel', 'take-3')
    expect(spooled.splice(0).filter(line => !line.startsWith('drop'))).toEqual([
      'begin take-2 7 audio-record-site-20261121-090507.mp3',
    ])

    // The session ends by itself, and by the person.
    await microphone.start(7, 1)
    finish(103, 'take-4')
    await microphone.start(7, 1)
    spooled.length = 0
    microphone.reset(true)
    expect(spooled.splice(0)).toEqual(['suspend'])
    microphone.adopt([{ takeId: 'take-4', ticketId: 7, file, end: 'broken' }])
    expect(microphone.state().finished.map(one => one.takeId)).toEqual(['take-4'])
    microphone.reset()
    expect(spooled).toEqual(['drop take-4'])
  })

  it('leaves on the disk what could not be stored', async () => {
    const { microphone, recording, spooled } = open()
    await recording()
    microphone.report(100, { kind: 'failed', takeId: 'take-1', failure: 'storage', detail: 'disk full' })
    expect(spooled.filter(line => line.startsWith('drop'))).toEqual([])
  })

  it('lists microphones with the page open only meanwhile', async () => {
    const { microphone, pages, hears } = open()
    const asked = microphone.devices()
    expect(hears(100)).toBe(true)
    microphone.report(100, { kind: 'devices', devices: [{ deviceId: 'a', label: 'Headset' }] })
    expect(await asked).toEqual([{ deviceId: 'a', label: 'Headset' }])
    expect(pages[0]?.closed).toBe(true)
    expect(hears(100)).toBe(false)
  })
})

describe('a recording that no window took over', () => {
  it('is added to the draft of its ticket, which keeps what it held', async () => {
    const draft = { ticketId: 7, text: 'Oi', quote: null, attachments: [], caret: 2 }
    const shelf = new Map<number, Draft>([[7, { ...draft, updatedAt: '2026-01-01T00:00:00Z' }]])
    await keepInDrafts(
      [
        { takeId: 'a', ticketId: 7, file, end: 'person' },
        { takeId: 'b', ticketId: 7, file: { ...file, id: 'g' }, end: 'device' },
        { takeId: 'c', ticketId: 9, file: { ...file, id: 'h' }, end: 'person' },
      ],
      { list: async () => [...shelf.values()], save: async draft => void shelf.set(draft.ticketId, draft) },
      () => new Date('2026-11-21T12:00:00Z'),
    )
    expect(shelf.get(7)).toMatchObject({ text: 'Oi', caret: 2, attachments: [{ id: 'f' }, { id: 'g' }] })
    expect(shelf.get(9)).toMatchObject({ text: '', attachments: [{ id: 'h', duration: 2.5, caption: '' }] })
  })
})

describe('the file of a voice message', () => {
  it('bears the mark by which servers know it', () => {
    const name = voiceFileName(new Date(2026, 0, 2, 3, 4, 5))
    expect(name).toBe('audio-record-site-20260102-030405.mp3')
    expect(isVoiceFile({ name, mime: 'audio/mpeg' })).toBe(true)
    expect(isVoiceFile({ name: 'song.mp3', mime: 'audio/mpeg' })).toBe(false)
    expect(isVoiceFile({ name, mime: 'video/mp4' })).toBe(false)
  })
})
