import { describe, expect, it } from 'vitest'
import { createLog, formatLine } from '../../../electron/main/log/log'
import { redact, redactText } from '../../../electron/main/log/redact'

const JWT =
  'eyJhbGciOiJIUzI1NiIsInR5cCI6IkpXVCJ9.eyJpZCI6MSwiY29tcGFueUlkIjoxfQ.UePWMfiwTpU1vI9WP9kWelucBeXkPUlU'

describe('redaction of text', () => {
  it.each([
    [`Authorization: Bearer ${JWT}`, JWT],
    [`token ${JWT} refused`, JWT],
    [`wss://host/socket.io/?EIO=4&token=${JWT}&x=1`, JWT],
    ['GET /x?token=abc123def', 'abc123def'],
    ['cookie: jrt=s3cr3t-value; Path=/', 's3cr3t-value'],
    ['sign-in of ana.souza+x@demo.turno failed', 'ana.souza'],
    ['/contacts?searchParam=Maria', 'Maria'],
    ['joao%40empresa.com.br', 'joao'],
    ['call +55 (11) 98765-4321 now', '98765'],
    ['contact 5511987654321 unknown', '5511987'],
    ['jid 5511987654321@s.whatsapp.net', '5511987'],
    ['group 120363041234567890@g.us', '12036304'],
  ])('%s', (text, secret) => {
    expect(redactText(text)).not.toContain(secret)
  })

  it('leaves three digits of a number, so that two lines can be matched', () => {
    expect(redactText('contact 5511987654321')).toBe('contact [phone …321]')
    expect(redactText('call +55 (11) 98765-4321')).toBe('call [phone …321]')
  })

  it.each([
    '2026-11-21T04:24:32.460Z',
    'HTTP 503 after 12000 ms',
    'http://127.0.0.1:40651/api',
    'ticket 4711 of company 7',
    'electron/main/boot.ts:120:33',
    'ERR_SESSION_EXPIRED',
  ])('keeps what helps: %s', text => {
    expect(redactText(text)).toBe(text)
  })

  it('bounds the length', () => {
    expect(redactText('x'.repeat(100_000)).length).toBeLessThan(4_100)
  })
})

describe('redaction of values', () => {
  it('keeps the shape and hides secrets and words by key, at any depth', () => {
    const safe = redact({
      ticketId: 12,
      message: { id: 'ABC', body: 'Meu CPF é 123.456.789-09', fromMe: true },
      contact: { name: 'Maria', number: 5511987654321, email: 'm@x.br' },
      headers: { Authorization: `Bearer ${JWT}`, 'set-cookie': ['jrt=abc'] },
      list: [{ text: 'olá' }],
    })
    const text = JSON.stringify(safe)
    for (const secret of ['CPF', '123.456', 'Maria', '5511', 'm@x.br', JWT, 'abc"', 'olá'])
      expect(text).not.toContain(secret)
    expect(safe).toMatchObject({ ticketId: 12, list: [{ text: '[3 characters]' }] })
  })

  it('masks bare figures that are phone numbers but not instants', () => {
    expect(redact({ a: 5_511_987_654_321, at: 1_795_235_058_000, n: 42 })).toEqual({
      a: '[phone …321]',
      at: 1_795_235_058_000,
      n: 42,
    })
  })

  it('keeps an error readable, with its cause and code, without its secrets', () => {
    const error = Object.assign(
      new Error(`refused for ana@demo.turno with ${JWT}`, { cause: new Error('jrt=zzz') }),
      {
        code: 'ECONNREFUSED',
      },
    )
    const text = JSON.stringify(redact(error))
    expect(text).toContain('ECONNREFUSED')
    expect(text).toContain('refused for [e-mail]')
    expect(text).not.toContain(JWT)
    expect(text).not.toContain('zzz')
  })

  it('fails closed: what cannot be read is left out', () => {
    const trap = new Proxy(
      {},
      {
        ownKeys: () => {
          throw new Error('no')
        },
      },
    )
    expect(redact({ trap })).toBe('[unreadable value left out]')
    const loop: Record<string, unknown> = {}
    loop.self = loop
    expect(JSON.stringify(redact(loop))).toContain('[deep]')
    expect(redact(Buffer.from('secret'))).toBe('[6 bytes]')
    expect(redact([() => 1, Symbol.iterator, 10n])).toBeDefined()
  })
})

describe('log', () => {
  it('redacts message and context of every line and names its scope', () => {
    const lines: string[] = []
    const log = createLog((level, line) => lines.push(`${level} ${line}`))
      .child('ipc')
      .child('call')
    log.warn('from ana@demo.turno', { body: 'segredo', code: 'X' })
    expect(lines).toEqual(['warn [ipc.call] from [e-mail] {"body":"[7 characters]","code":"X"}'])
  })

  it('survives a broken sink and a context JSON cannot hold', () => {
    const log = createLog(() => {
      throw new Error('disk full')
    })
    expect(() => log.error('x')).not.toThrow()
    expect(() => log.error('x', { n: 10n })).not.toThrow()
    expect(formatLine('', 'plain', undefined)).toBe('plain')
  })
})
