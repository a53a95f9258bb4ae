import { describe, expect, it } from 'vitest'
import { MainError } from '../../../electron/main/errors'
import { failureOf, failureOfError } from '../../../electron/main/outbox/failures'

const of = (status: number, text = '', after: string | null = null) => failureOf(status, text, after, 0)

describe('what an answer means', () => {
  it.each([
    [400, 'ERR_TICKET_NOT_OPEN', 'later', false],
    [404, 'ERR_NO_TICKET_FOUND', 'never', false],
    [403, 'ERR_NO_PERMISSION', 'never', false],
    [413, 'ERR_FILE_TOO_LARGE', 'never', false],
    [400, 'ERR_WAPP_NOT_INITIALIZED', 'later', false],
    [400, 'ERR_NO_DEF_WAPP_FOUND in COMPANY 1', 'later', false],
    [429, 'ERR_TOO_MANY_ATTEMPTS', 'later', false],
    [401, 'ERR_SESSION_EXPIRED', 'signedOut', false],
    [403, 'Invalid token', 'signedOut', false],
    [500, 'ERR_INTERNAL', 'later', true],
    [503, '', 'later', true],
    [302, '', 'later', false],
  ] as const)('%i %s is %s', (status, text, kind, mayHaveArrived) => {
    expect(of(status, text)).toMatchObject({ kind, mayHaveArrived })
  })

  it('gives up on a server that stumbles over one message, never on one that is away', () => {
    expect(of(500).giveUpAfter).toBeGreaterThan(1)
    expect(of(503).giveUpAfter).toBeNull()
    expect(of(400, 'ERR_TICKET_NOT_OPEN').giveUpAfter).toBe(3)
  })

  it('keeps the words and the code, and waits as long as it is asked to', () => {
    expect(of(400, 'Erro do canal', '7')).toMatchObject({
      code: 'HTTP_400',
      text: 'Erro do canal',
      retryAfterMs: 7_000,
    })
    expect(of(429, '', 'Thu, 01 Jan 1970 00:00:05 GMT').retryAfterMs).toBe(5_000)
    expect(of(429, '', 'soon').retryAfterMs).toBeNull()
  })
})

describe('what a thrown error means', () => {
  const network = (code: string) =>
    new TypeError('fetch failed', { cause: Object.assign(new Error(code), { code }) })
  it('knows what never left this computer', () => {
    expect(failureOfError(network('ECONNREFUSED')).mayHaveArrived).toBe(false)
    expect(failureOfError(network('ENOTFOUND')).mayHaveArrived).toBe(false)
    expect(failureOfError(new Error('net::ERR_INTERNET_DISCONNECTED')).mayHaveArrived).toBe(false)
    expect(
      failureOfError(new MainError('SERVER_UNREACHABLE', 'x', { cause: network('ECONNREFUSED') })),
    ).toMatchObject({
      kind: 'later',
      mayHaveArrived: false,
    })
  })
  it('is unsure about everything else', () => {
    expect(failureOfError(network('ECONNRESET'))).toMatchObject({ kind: 'later', mayHaveArrived: true })
    expect(failureOfError('nonsense')).toMatchObject({ kind: 'later', mayHaveArrived: true })
  })
  it('waits for a sign-in, and asks a person about a missing file', () => {
    expect(failureOfError(new MainError('ERR_SESSION_EXPIRED', 'x')).kind).toBe('signedOut')
    expect(failureOfError(new MainError('OUTBOX_FILE_MISSING', 'x')).kind).toBe('never')
  })
})
