import { describe, expect, it } from 'vitest'
import { freeName, mayBeOpened, safeFileName } from '../../../electron/main/downloads/names'
import { quarantineOf } from '../../../electron/main/downloads/quarantine'

describe('names of received files', () => {
  it.each([
    ['Orçamento nº 12.pdf', 'Orçamento nº 12.pdf'],
    ['../../etc/passwd', 'etc_passwd'],
    ['C:\\Windows\\System32\\calc.exe', 'C__Windows_System32_calc.exe'],
    ['/var/www/nota.pdf', 'var_www_nota.pdf'],
    // A direction mark makes "fdp.exe" read as "exe.pdf".
    ['nota\u202Efdp.exe', 'notafdp.exe'],
    ['nota\u2067.pdf\u2069', 'nota.pdf'],
    ['no\u200Bta\u0000.pdf\r\n', 'nota.pdf'],
    ['nota.pdf                                        .exe', 'nota.pdf.exe'],
    ['nota.pdf...', 'nota.pdf'],
    ['.bashrc', 'bashrc'],
    ['...', 'arquivo'],
    ['', 'arquivo'],
    ['CON', '_CON'],
    ['con.txt', '_con.txt'],
    ['lpt1.tar.gz', '_lpt1.tar.gz'],
    ['a<b>c:"d|e?f*g.txt', 'a_b_c__d_e_f_g.txt'],
    ['nota.pdf:Zone.Identifier', 'nota.pdf_Zone.Identifier'],
  ])('makes %j harmless', (raw, safe) => {
    expect(safeFileName(raw)).toBe(safe)
  })

  it('keeps the ending of a name that is too long, and whole characters', () => {
    const long = safeFileName(`${'ção'.repeat(200)}.pdf`)
    expect(new TextEncoder().encode(long).length).toBeLessThanOrEqual(200)
    expect(long).toMatch(/^(?:ção)+(?:ç|çã)?\.pdf$/)
    expect(safeFileName(`${'😀'.repeat(100)}.png`)).not.toContain('\uFFFD')
  })

  it('never overwrites', () => {
    const there = new Set(['a.pdf', 'a (1).pdf', 'b'])
    expect(freeName('a.pdf', name => there.has(name))).toBe('a (2).pdf')
    expect(freeName('b', name => there.has(name))).toBe('b (1)')
    expect(freeName('c.pdf', name => there.has(name))).toBe('c.pdf')
  })
})

describe('what may be opened', () => {
  it.each(['nota.pdf', 'FOTO.JPG', 'audio.mp3', 'tabela.xlsx', 'lista.csv'])('opens %s', name => {
    expect(mayBeOpened(name)).toBe(true)
  })
  it.each(
    (
      'a.exe a.com a.scr a.bat a.cmd a.ps1 a.vbs a.js a.jse a.wsf a.hta a.msi a.lnk a.url a.reg a.jar a.dll a.cpl ' +
      'a.app a.command a.dmg a.pkg a.sh a.run a.desktop a.AppImage a.deb a.rpm a.html a.svg a.xml a.zip a.iso ' +
      'a.docm a.xlsm a.doc a.xls a.pdf.exe a a. nota.pdf\u202Eexe'
    ).split(' '),
  )('only shows %s in its folder', name => {
    expect(mayBeOpened(name)).toBe(false)
  })
})

describe('the mark of what came from outside', () => {
  const at = new Date('2026-11-21T12:00:00.000Z')
  it('is an alternate stream on Windows', () => {
    expect(quarantineOf('win32', 'C:\\d\\a.exe', at, 'x')).toEqual({
      kind: 'stream',
      path: 'C:\\d\\a.exe:Zone.Identifier',
      text: '[ZoneTransfer]\r\nZoneId=3\r\n',
    })
  })
  it('is an attribute on macOS, and takes no part in a shell', () => {
    const mark = quarantineOf('darwin', '/d/a; rm -rf.app', at, 'ab-12')
    expect(mark).toEqual({
      kind: 'attribute',
      command: '/usr/bin/xattr',
      args: [
        '-w',
        'com.apple.quarantine',
        `0081;${(at.getTime() / 1000).toString(16)};Turno;AB-12`,
        '/d/a; rm -rf.app',
      ],
    })
  })
  it('takes the right to execute elsewhere', () => {
    expect(quarantineOf('linux', '/d/a.sh', at, 'x')).toEqual({ kind: 'mode', path: '/d/a.sh', mode: 0o600 })
  })
})
