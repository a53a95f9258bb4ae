// @vitest-environment jsdom
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import type { Draft } from '../../../src/contract'
import {
  draftOf,
  dropDraft,
  flushDrafts,
  resetDrafts,
  saveDraft,
  startDrafts,
  useDrafts,
} from '../../../src/stores/drafts'
import { at } from './samples'

let disk: Map<number, Draft>
let writes = 0

beforeEach(() => {
  vi.useFakeTimers()
  disk = new Map()
  writes = 0
})
afterEach(() => {
  resetDrafts()
  vi.useRealTimers()
})

const start = async (kept: Draft[] = []): Promise<void> => {
  startDrafts({
    drafts: {
      list: async () => ({ ok: true, value: kept }),
      save: async draft => {
        writes += 1
        disk.set(draft.ticketId, draft as Draft)
        return { ok: true, value: undefined }
      },
      remove: async ({ ticketId }) => {
        disk.delete(ticketId)
        return { ok: true, value: undefined }
      },
    },
  })
  await vi.advanceTimersByTimeAsync(0)
}
const kept = (ticketId: number, text: string): Draft => ({
  ticketId,
  text,
  quote: null,
  attachments: [],
  caret: null,
  updatedAt: at(0),
})

describe('drafts', () => {
  it('reach the disk within half a second although one types on', async () => {
    await start()
    for (let i = 1; i <= 5; i += 1) {
      saveDraft(1, { text: 'x'.repeat(i) })
      await vi.advanceTimersByTimeAsync(99)
    }
    expect(disk.get(1)?.text.length).toBeGreaterThanOrEqual(4)
    expect(writes).toBeLessThan(4)
  })
  it('are restored, but what was typed meanwhile wins', async () => {
    saveDraft(1, { text: 'typed first' })
    await start([kept(1, 'older'), kept(2, 'other ticket')])
    expect(draftOf(1)?.text).toBe('typed first')
    expect(draftOf(2)?.text).toBe('other ticket')
    expect(useDrafts.getState().ready).toBe(true)
  })
  it('change only what is given: a quote does not touch the text', async () => {
    await start()
    saveDraft(1, { text: 'oi', caret: 2 })
    saveDraft(1, { quote: { id: 'q', body: 'b', fromMe: false, mediaType: null, name: 'Eva' } })
    expect(draftOf(1)).toMatchObject({ text: 'oi', caret: 2, quote: { id: 'q' } })
  })
  it('vanish from the disk when emptied, and are not kept for blanks alone', async () => {
    await start()
    saveDraft(1, { text: 'oi' })
    flushDrafts(1)
    expect(disk.has(1)).toBe(true)
    saveDraft(1, { text: '' })
    expect(disk.has(1)).toBe(false)
    saveDraft(1, { text: '  \n' })
    flushDrafts()
    expect(draftOf(1)?.text).toBe('  \n')
    expect(disk.has(1)).toBe(false)
    dropDraft(1)
    expect(draftOf(1)).toBeUndefined()
  })
  it('are written when the window is left', async () => {
    await start()
    saveDraft(1, { text: 'oi' })
    window.dispatchEvent(new Event('blur'))
    expect(disk.get(1)?.text).toBe('oi')
  })
})
