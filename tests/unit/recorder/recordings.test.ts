// @vitest-environment jsdom
import { afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { FinishedTake } from '../../../src/contract'
import { showRecording, startRecordings, stopAndSend } from '../../../src/features/recorder/recordings'
import { draftOf, resetDrafts, saveDraft, startDrafts } from '../../../src/stores/drafts'
import { resetOutbox, startOutbox } from '../../../src/stores/outbox'
import { startRecording } from '../../../src/stores/recorder'
import { soon } from '../../support/soon'
import { type FakeBridge, fakeBridge, installBridge } from '../support/fake-bridge'

const voice = { name: 'audio-record-site-1.mp3', mime: 'audio/mpeg', size: 40_000, duration: 2.5 }
const finished = (takeId: string, ticketId: number, end: FinishedTake['end'] = 'person'): FinishedTake => ({
  ...{ takeId, ticketId, end },
  file: { id: `file-${takeId}`, ...voice },
})

let fake: FakeBridge
const finish = (...takes: FinishedTake[]): void => {
  const idle = { phase: 'idle', takeId: null, ticketId: null } as const
  fake.state.recorder = { ...fake.state.recorder, ...idle, finished: takes }
  fake.emit('recorderChanged', fake.state.recorder)
}
const files = (ticketId: number) => draftOf(ticketId)?.attachments.map(({ id }) => id) ?? []
const named = (name: string) => fake.calls.filter(call => call.name === name)

describe('finished recordings', () => {
  beforeAll(() => {
    fake = fakeBridge()
    installBridge(fake)
    startRecordings()
  })
  beforeEach(() => {
    fake.calls.length = 0
    fake.state.drafts.clear()
    startDrafts(fake.bridge)
    startOutbox(fake.bridge)
  })
  afterEach(() => {
    resetDrafts()
    resetOutbox()
    finish()
  })

  it('wait for what was typed before, which they would otherwise hide', async () => {
    resetDrafts()
    const draft = { ticketId: 7, text: 'digitado antes', quote: null, attachments: [], caret: null }
    fake.state.drafts.set(7, { ...draft, updatedAt: '2026-11-21T09:00:00.000Z' })
    finish(finished('early', 7))
    await Promise.resolve()
    expect(named('recorder.claim')).toEqual([])
    startDrafts(fake.bridge)
    await soon(() => expect(files(7)).toEqual(['file-early']))
    expect(draftOf(7)?.text).toBe('digitado antes')
  })

  it('join the draft of their own ticket, beside what is there', async () => {
    saveDraft(7, { text: 'Oi' })
    finish(finished('a', 7), finished('b', 9))
    await soon(() => expect(files(9)).toEqual(['file-b']))
    expect(files(7)).toEqual(['file-a'])
    expect(draftOf(7)?.text).toBe('Oi')
    expect(draftOf(7)?.attachments[0]).toMatchObject({ duration: 2.5, caption: '' })
  })

  it('are taken over once, however often main tells of them', async () => {
    const one = finished('c', 7)
    finish(one)
    fake.emit('recorderChanged', fake.state.recorder)
    await soon(() => expect(files(7)).toEqual(['file-c']))
    expect(named('recorder.claim')).toHaveLength(1)
  })

  it('are left to the window that was faster', async () => {
    fake.answer('recorder.claim', () => ({ ok: true, value: { claimed: false } }))
    finish(finished('d', 7))
    await soon(() => expect(named('recorder.claim')).toHaveLength(1))
    fake.answer('recorder.claim', () => ({ ok: true, value: { claimed: true } }))
    await Promise.resolve()
    expect(files(7)).toEqual([])
  })

  it('go straight to the outbox when that was the wish, to the customer they were spoken to', async () => {
    stopAndSend('e')
    finish(finished('e', 9))
    await soon(() => expect(named('outbox.enqueue')).toHaveLength(1))
    expect(named('outbox.enqueue')[0]?.input).toMatchObject({
      ticketId: 9,
      kind: 'media',
      attachment: { id: 'file-e', duration: 2.5 },
      holdMs: 2_000,
    })
    expect(files(9)).toEqual([])
  })

  it('are listened to first when they ended by themselves', async () => {
    stopAndSend('f')
    finish(finished('f', 9, 'device'))
    await soon(() => expect(files(9)).toEqual(['file-f']))
    expect(named('outbox.enqueue')).toHaveLength(0)
  })

  it('stay in the draft when the outbox refuses them', async () => {
    fake.answer('outbox.enqueue', () => ({ ok: false, code: 'BRIDGE_FAILED', message: '' }))
    stopAndSend('g')
    finish(finished('g', 9))
    await soon(() => expect(files(9)).toEqual(['file-g']))
  })

  it('end when no composer shows them any more, and only then', async () => {
    await startRecording(7)
    const leave = showRecording(7)
    leave()
    const leaveAgain = showRecording(7)
    await new Promise(resolve => setTimeout(resolve, 5))
    expect(named('recorder.stop')).toHaveLength(0)
    leaveAgain()
    await soon(() => expect(named('recorder.stop')).toHaveLength(1))
  })
})
