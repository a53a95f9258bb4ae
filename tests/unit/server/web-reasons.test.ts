/** What each end of a connection of WhatsApp Web means to whoever looks after the number. */
import { DisconnectReason } from '@whiskeysockets/baileys'
import { describe, expect, it } from 'vitest'
import { endingOf } from '../../../electron/server/desk/channel/web/reasons'

const paired = { paired: true, shown: false, tries: 0 }

describe('the end of a connection', () => {
  it('has a meaning for every reason the library knows', () => {
    const meant = Object.entries(DisconnectReason)
      .filter((pair): pair is [string, number] => typeof pair[1] === 'number')
      .map(([name, code]) => {
        const ending = endingOf(code, paired)
        const how = ending.kind === 'down' ? (ending.forget ? 'forgets' : 'stays down') : 'again'
        return `${name} ${how} ${ending.reason}`
      })
    expect(meant.sort()).toEqual([
      'badSession again unreachable',
      'connectionClosed again unreachable',
      'connectionLost again unreachable',
      'connectionReplaced stays down replaced',
      'forbidden stays down banned',
      'loggedOut forgets signedOut',
      'multideviceMismatch forgets refused',
      'restartRequired again unreachable',
      'timedOut again unreachable',
      'unavailableService again unreachable',
    ])
  })

  it('waits, but after pairing; a code nobody used is no network that is away', () => {
    expect(endingOf(515, paired)).toMatchObject({ kind: 'again', atOnce: true })
    expect(endingOf(428, paired)).toMatchObject({ kind: 'again', atOnce: false })
    const pairing = { paired: false, shown: true, tries: 0 }
    expect(endingOf(408, pairing)).toEqual({ kind: 'down', reason: 'codeExpired', forget: true })
    expect(endingOf(408, { ...pairing, shown: false })).toMatchObject({ kind: 'again' })
    expect(endingOf(null, paired)).toMatchObject({ kind: 'again' })
  })

  it('a session that is broken is given up after some tries, and its keys stay until somebody pairs anew', () => {
    expect(endingOf(500, { ...paired, tries: 4 })).toMatchObject({ kind: 'again' })
    expect(endingOf(500, { ...paired, tries: 5 })).toEqual({
      kind: 'down',
      reason: 'badSession',
      forget: false,
    })
  })
})
