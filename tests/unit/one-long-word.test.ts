/** Some send a whole file as one word. What reads every text must not read it again from each of its letters. */
import { isTranslatable, MASKED_KINDS } from '@contract'
import { describe, expect, it } from 'vitest'
import { answerReader } from '../../electron/copilot/answer'
import { masking } from '../../electron/copilot/masking'
import { proves } from '../../electron/server/automation/auto-replies/ixc-proof'
import type { IxcRecord } from '../../electron/server/platform/providers/ixc'
import { agreedLanguage } from '../../src/features/copilot/language'

const SUBSCRIBER = {
  id: '1',
  name: 'Ana',
  phones: [],
  birthDate: '1990-01-01',
  email: 'ana@loja.com.br',
} as unknown as IxcRecord

/** Read again from each letter this takes minutes, and the test's limit is over; read once, milliseconds. */
const LENGTH = 300_000

describe.each(['y', 'y-', 'y.', 'a@', '1', '/', ' ', '\n'])('%j, over and over', unit => {
  const text = unit.repeat(LENGTH / unit.length)

  it.each<[string, (text: string) => unknown]>([
    ['masking', text => masking(MASKED_KINDS).mask(text)],
    ['an answer that streams', text => answerReader({ restore: () => null }).push(text)],
    ['whether it can be translated', isTranslatable],
    ['language', text => agreedLanguage([text], () => null)],
    ['proof of a subscriber', text => proves(SUBSCRIBER, text)],
  ])('%s', (_name, read) => {
    expect(() => read(text)).not.toThrow()
  })
})
