/** The figures of specification 1 section 9 (and section 4 where noted), held down one by one. */
import { describe, expect, it } from 'vitest'
import * as c from '../../../src/contract/constants'

describe('business constants of specification 1', () => {
  it('delays, in milliseconds', () => {
    expect(c.DEBOUNCE_MS).toBe(500)
    expect(c.SOCKET_FETCH_MS).toBe(500)
    expect(c.DIALOG_SUBMIT_MS).toBe(400)
    expect(c.REDIRECT_MS).toBe(1_000)
    expect(c.FORWARD_PAUSE_MS).toBe(900)
    expect(c.UPLOAD_SEND_DELAY_MS).toBe(2_000)
    expect(c.DASHBOARD_LOAD_DELAY_MS).toBe(1_000)
    expect(c.CONNECTION_BADGE_DELAY_MS).toBe(2_000)
    expect(c.TOAST_MS).toBe(2_000)
    expect(c.TOAST_CONTENT_MS).toBe(3_000)
  })

  it('heartbeat and socket', () => {
    expect(c.HEARTBEAT_MS).toBe(300_000)
    expect(c.SOCKET_PING_MS).toBe(18_000)
  })

  it('lengths and limits of fields', () => {
    expect(c.CONTACT_SEARCH_MIN_CHARS).toBe(3)
    expect(c.CONTACT_NAME).toEqual({ min: 2, max: 50 })
    expect(c.CONTACT_NUMBER).toEqual({ min: 8, max: 50 })
    expect(c.USER_NAME).toEqual({ min: 2, max: 50 })
    expect(c.USER_PASSWORD).toEqual({ min: 5, max: 50 })
    expect(c.TICKET_NOTE_MIN_CHARS).toBe(2)
    expect(c.QUICK_ANSWER_LABEL_CHARS).toBe(35)
    expect(c.QUICK_ANSWER_MIN_CHARS).toBe(1)
    expect(c.SCHEDULE_BODY_MIN_CHARS).toBe(5)
  })

  it('sound, pictures and voice', () => {
    expect(c.VOLUME).toEqual({ min: 0, max: 1, step: 0.1, initial: 1 })
    expect([c.AUDIO_KBPS, c.AUDIO_MIN_BYTES, c.IMAGE_QUALITY]).toEqual([128, 10_000, 0.7])
  })

  it('screens, lists and figures', () => {
    expect([c.NARROW_PX, c.DRAWER_OPEN_PX, c.NARROW_NAME_CHARS]).toEqual([600, 1_200, 10])
    expect([c.INFINITE_SCROLL_PX, c.OLDER_MESSAGES_PX, c.NOTES_LIST_MAX_PX]).toEqual([100, 50, 200])
    expect(c.SUBSCRIPTION_WARNING_DAYS).toBe(5)
    expect(c.TITLE_SYMBOL_UP_TO).toBe(20)
    expect(c.DASHBOARD_PERIODS_DAYS).toEqual([3, 7, 15, 30, 60, 90])
    expect(c.QUICK_REACTIONS).toHaveLength(6)
    expect(new Set([...c.QUICK_REACTIONS, ...c.MORE_REACTIONS]).size).toBe(
      c.QUICK_REACTIONS.length + c.MORE_REACTIONS.length,
    )
  })
})
