import { type CallLine, callWords, readCall, wasNotAnswered } from '@contract'
import { beforeEach, expect, it } from 'vitest'
import { messagePreview } from '@/features/thread/preview'
import { callText, i18n, setLanguage } from '@/i18n'
import { msg } from '../stores-messages/samples'

const LINES: readonly [line: CallLine, en: string][] = [
  [{ what: 'missed', video: false }, 'Missed voice call'],
  [{ what: 'refused', video: true }, 'Video call declined'],
  [{ what: 'rang', video: false }, 'Voice call on the phone'],
  [{ what: 'talked', seconds: 180, ours: false }, 'Call, 3 min'],
  [{ what: 'talked', seconds: 45, ours: true }, 'Call to the customer, 45 s'],
  [{ what: 'unanswered' }, 'Call to the customer, not answered'],
  [{ what: 'permitted', until: null }, 'The customer allows calls'],
  [{ what: 'declined' }, 'The customer does not allow calls'],
]

beforeEach(() => setLanguage('en'))

it('is stored as words that are read back, and told in the language of the reader', () => {
  for (const [line, en] of LINES) {
    expect(readCall(callWords(line))).toEqual(line)
    expect(callText(i18n.t, callWords(line))).toBe(en)
    const message = msg('a', 0, { mediaType: 'call_log', body: callWords(line) })
    expect(messagePreview(i18n.t, message)).toBe(en)
  }
  const until = callWords({ what: 'permitted', until: '2026-12-06T12:00:00.000Z' })
  expect(callText(i18n.t, until)).toMatch(/^The customer allows calls until .*26/)
})

it('is read where an earlier server named its time; other words stay what they are', () => {
  expect(readCall('Chamada de voz perdida às 14:02')).toEqual({ what: 'missed', video: false })
  expect(callText(i18n.t, 'Chamada perdida')).toBeNull()
})

it('was not answered unless somebody spoke, or it only is about permission', () => {
  const unanswered = LINES.filter(([line]) => wasNotAnswered(callWords(line))).map(([{ what }]) => what)
  expect(unanswered).toEqual(['missed', 'refused', 'rang'])
  expect(wasNotAnswered('Chamada perdida')).toBe(true)
})
