/** What whoever runs the server copies has to fit the program: its variables, its service, its container. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import { readOptions, unusedIn } from '../../electron/server/options'

const root = resolve(import.meta.dirname, '../..')
const textOf = (path: string): string => readFileSync(join(root, path), 'utf8')
const VARIABLE = /\b(?:TURNO_[A-Z0-9_]+|HOST|PORT|DATABASE_(?:DIRECT_)?URL)\b/g
/** Members of the environment's schema: the variables the server reads. */
const read = new Set(
  [
    ...textOf('electron/server/options.ts').matchAll(/^ {2}([A-Z][A-Z0-9_]+): (?:postgresUrl\b|z(?:\.|$))/gm),
  ].map(([, name]) => name),
)

describe('the address of Redis, which servers needed once', () => {
  it('is said to be used no longer', () => {
    expect(unusedIn({ REDIS_URL: 'redis://:a-secret@redis.example:6379' })).toMatch(
      /^REDIS_URL is no longer used/,
    )
    expect(unusedIn({ DATABASE_URL: 'postgres://turno@db.example/turno' })).toBeNull()
    expect(() => readOptions([], { REDIS_URL: 'nothing' }, true)).not.toThrow()
  })
})

describe('the service and the container', () => {
  const service = textOf('resources/server/turno.service')
  const compose = textOf('resources/server/compose.yaml')
  const image = textOf('resources/server/Dockerfile')
  const several = textOf('resources/server/compose.several.yaml')

  it('set variables the server reads', () => {
    for (const text of [service, compose, several, image])
      for (const [name] of text.matchAll(VARIABLE)) expect([...read], name).toContain(name)
  })

  it('give the end more time than it may take', () => {
    const { drainMs, stopMs } = readOptions([], {}, true)
    expect(Number(/TimeoutStopSec=(\d+)/.exec(service)?.[1]) * 1_000).toBeGreaterThan(drainMs + stopMs)
    const draining = Number(/TURNO_DRAIN_SECONDS: (\d+)/.exec(compose)?.[1]) * 1_000
    expect(Number(/stop_grace_period: (\d+)s/.exec(compose)?.[1]) * 1_000).toBeGreaterThan(draining + stopMs)
  })

  it('name no host that images come from', () => {
    for (const [, from] of image.matchAll(/^FROM (\S+)/gm)) expect(from).toMatch(/^[\w-]+:[\w.-]+$/)
    for (const text of [compose, several]) expect(text).not.toMatch(/^\s*image: \S+[./]\S+\//m)
  })

  it('is a unit that systemd takes', context => {
    if (!existsSync('/usr/bin/systemd-analyze')) return context.skip('systemd-analyze is not here')
    const folder = mkdtempSync(join(tmpdir(), 'turno-unit-'))
    const path = join(folder, 'turno.service')
    // The program and the page stand where they are installed, which is not here.
    const here = service.replace(/^ExecStart=.*$/m, 'ExecStart=/bin/true').replace(/^Documentation=.*\n/m, '')
    writeFileSync(path, here)
    try {
      const said = execFileSync('/usr/bin/systemd-analyze', ['verify', '--man=no', path], {
        encoding: 'utf8',
        stdio: 'pipe',
      })
      expect(said).toBe('')
    } finally {
      rmSync(folder, { recursive: true, force: true })
    }
  })
})

describe('variables of the environment', () => {
  it('count as not set when they are empty, as compose files make them', () => {
    const empty = Object.fromEntries([...read].map(name => [String(name), '']))
    expect(readOptions([], empty, true)).toEqual(readOptions([], {}, true))
  })

  it('are named in one plain line when they cannot be used', () => {
    const wrong = () => readOptions([], { TURNO_METRICS_TOKEN: 'short', PORT: 'x', TURNO_LOG: 'xml' }, true)
    expect(wrong).toThrow(
      /^The environment cannot be used: .*PORT: .*TURNO_METRICS_TOKEN: .*TURNO_LOG: [^\n]*$/,
    )
  })
})

it('an administrator’s new password is read from the environment, for a server that is started by hand', () => {
  const args = ['--reset-password', ' Dona@Aurora.example']
  const password = 'Aurora2028'
  expect(readOptions(args, { TURNO_ADMIN_PASSWORD: password }, true).reset).toEqual({
    email: 'dona@aurora.example',
    password,
  })
  expect(readOptions(args, { TURNO_ADMIN_PASSWORD: password }, false).reset).toBeNull()
  for (const wrong of [{}, { TURNO_ADMIN_PASSWORD: 'x' }])
    expect(() => readOptions(args, wrong, true)).toThrow('TURNO_ADMIN_PASSWORD')
})
