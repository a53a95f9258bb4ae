import { describe, expect, it } from 'vitest'
import { masked, reportText } from '../../../electron/main/diagnostics/report'

const HIDDEN = ['Ana Martins', 'ana@demo.turno', 'Loja Demo', 'atendimento.loja.example', 'ana']
const HOME = '/home/ana'

describe('what leaves in a report', () => {
  it.each([
    'the user ana@demo.turno signed in',
    'Bearer eyJhbGciOiJIUzI1.eyJpZCI6MSwidXNlciI6.c2lnbmF0dXJlLXZlcnk',
    'GET /api/refresh cookie jrt=abc123def456; path=/',
    'contact +55 11 91234-5678 answered',
    '5511912345678@s.whatsapp.net joined',
    'GET https://atendimento.loja.example/api?token=s3cr3t',
    'Ana Martins of LOJA DEMO pressed',
    '/home/ana/.config/Turno/settings.json',
  ])('keeps secrets and people out of %j', line => {
    const safe = masked(line, HIDDEN, HOME)
    expect(safe).not.toMatch(
      /ana@demo|eyJhbGci|abc123|91234|5511912345678|s3cr3t|Ana Martins|loja demo|atendimento\.loja|\/home\/ana/i,
    )
  })
  it('leaves whole words alone that only contain a name', () => {
    expect(masked('banana manager', ['ana'], HOME)).toBe('banana manager')
    expect(masked('(ana)', ['ana'], HOME)).toBe('([kept out])')
    // Signs in a name are no pattern.
    expect(masked('a.c abc', ['a.c'], HOME)).toBe('[kept out] abc')
  })
  it('masks every section and the log, and adds nothing after that', () => {
    const text = reportText({
      sections: [
        {
          title: 'Turno',
          lines: [
            ['version', '1.0.0'],
            ['folder', '/home/ana/x'],
            ['packaged', false],
            ['chrome', null],
          ],
        },
        { title: 'Updates', lines: [['failure', 'cannot reach atendimento.loja.example']] },
      ],
      log: ['sent to ana@demo.turno'],
      hidden: HIDDEN,
      home: HOME,
    })
    expect(text).toBe(
      'Turno\n  version   1.0.0\n  folder    ~/x\n  packaged  no\n  chrome    –\n\n' +
        'Updates\n  failure  cannot reach [kept out]\n\nLog\n  sent to [e-mail]\n',
    )
  })
})
