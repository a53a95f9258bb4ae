import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { configErrorText } from '../../../electron/main/boot-dialogs'
import { ConfigError, keyOf, serverFromFile, serverFromUrl } from '../../../electron/main/config/config'
import { loadConfig } from '../../../electron/main/config/load'
import { languageOf, textsFor } from '../../../electron/main/texts'

const api = (raw: unknown) => {
  const config = serverFromFile(raw, 'test')
  return config.kind === 'remote' ? config.api.href : keyOf(config)
}

describe('server configuration', () => {
  it.each([
    [{}, 'none'],
    [{ server: null }, 'none'],
    [{ server: '' }, 'none'],
    [{ server: {} }, 'none'],
    [{ workspace: 'demo' }, 'embedded'],
    [{ server: null, workspace: 'own' }, 'own'],
    [{ server: 'https://chat.example.org' }, 'https://chat.example.org/api/'],
    [{ server: 'https://chat.example.org/' }, 'https://chat.example.org/api/'],
    [{ server: 'https://chat.example.org:8443/backend/v1/' }, 'https://chat.example.org:8443/backend/v1/'],
    [{ server: { url: 'http://10.0.0.5:8080' } }, 'http://10.0.0.5:8080/api/'],
    [{ server: { port: 9000 } }, 'http://localhost:9000/api/'],
    [{ server: { path: '/api' } }, 'http://localhost:8080/api/'],
    [{ server: { protocol: 'https', host: 'chat.example.org' } }, 'https://chat.example.org/api/'],
    [
      { server: { protocol: 'https://', host: 'chat.example.org', port: '8443', path: 'v2' } },
      'https://chat.example.org:8443/v2/',
    ],
    [{ server: { host: 'chat.example.org', path: '' } }, 'http://chat.example.org/'],
    [{ server: { host: '[::1]', port: 8080 } }, 'http://[::1]:8080/api/'],
  ])('%j means %s', (raw, expected) => {
    expect(api(raw)).toBe(expected)
  })

  it('takes the socket and media origin without the path', () => {
    const config = serverFromUrl('https://chat.example.org/api', 'test')
    expect(config).toMatchObject({ kind: 'remote', label: 'chat.example.org' })
    expect(config.kind === 'remote' && config.origin.href).toBe('https://chat.example.org/')
  })

  it.each([
    [{ server: 'chat.example.org' }],
    [{ server: 'ftp://chat.example.org' }],
    [{ server: 'https://ana:secret@chat.example.org' }],
    [{ server: 'https://chat.example.org/api?x=1' }],
    [{ server: { host: 'chat example' } }],
    [{ server: { host: 'chat.example.org/evil' } }],
    [{ server: { port: 70_000 } }],
    [{ server: { port: 'eighty' } }],
    [{ server: { protocol: 'ws', host: 'a.b' } }],
    [{ server: { hostname: 'typo.example.org' } }],
    [{ server: 7 }],
    [{ workspace: 'mine' }],
    [{ server: 'https://chat.example.org', workspace: 'demo' }],
    ['text'],
    [null],
  ])('refuses %j', raw => {
    expect(() => serverFromFile(raw, 'test')).toThrow(ConfigError)
  })
})

describe('places of the configuration', () => {
  const places = () => {
    const dir = mkdtempSync(join(tmpdir(), 'turno-config-'))
    const file = (name: string, content: string) => {
      writeFileSync(join(dir, name), content)
      return join(dir, name)
    }
    const shippedFile = file('shipped.json', '{"server":"http://shipped:1"}')
    return {
      file,
      base: { serverUrl: undefined, explicitFile: undefined, userFile: join(dir, 'user.json'), shippedFile },
    }
  }
  const label = (config: ReturnType<typeof loadConfig>) =>
    config.kind === 'remote' ? config.label : keyOf(config)

  it('prefers environment, named file, user file, shipped file, in this order', () => {
    const { file, base } = places()
    expect(label(loadConfig(base))).toBe('shipped:1')
    file('user.json', '\uFEFF{"server":"http://user:2"}')
    expect(label(loadConfig(base))).toBe('user:2')
    const explicitFile = file('named.json', '{"server":"http://named:3"}')
    expect(label(loadConfig({ ...base, explicitFile }))).toBe('named:3')
    const env = { ...base, explicitFile, workspace: 'demo' }
    expect(label(loadConfig(env))).toBe('embedded')
    expect(label(loadConfig({ ...env, serverUrl: 'http://env:4' }))).toBe('env:4')
    expect(() => loadConfig({ ...base, workspace: 'sample' })).toThrow(
      expect.objectContaining({ source: 'TURNO_WORKSPACE' }),
    )
  })

  it('lets what an administrator says for the machine come before everything', () => {
    const { file, base } = places()
    const policyFile = file('policy.json', '{"server":"http://policy:9","lockServer":true}')
    const config = loadConfig({ ...base, policyFile, serverUrl: 'http://env:4' })
    expect(label(config)).toBe('policy:9')
    expect(config.locked).toBe(true)
    // It may also only say that nobody chooses another server than the one that is configured.
    file('policy.json', '{"lockServer":true}')
    expect(loadConfig({ ...base, policyFile })).toMatchObject({ label: 'shipped:1', locked: true })
    expect(label(loadConfig({ ...base, policyFile: '/nowhere/policy.json' }))).toBe('shipped:1')
    file('policy.json', '{"server":')
    expect(() => loadConfig({ ...base, policyFile })).toThrow(expect.objectContaining({ source: policyFile }))
  })

  it('never falls through a broken file to the next place', () => {
    const { file, base } = places()
    file('user.json', '{"server": ')
    expect(() => loadConfig(base)).toThrow(
      expect.objectContaining({ reason: 'notJson', source: base.userFile }),
    )
  })

  it('says which file is missing', () => {
    const { base } = places()
    const explicitFile = '/nowhere/turno.json'
    expect(() => loadConfig({ ...base, explicitFile })).toThrow(
      expect.objectContaining({ reason: 'missing', source: explicitFile }),
    )
    expect(() => loadConfig({ ...base, shippedFile: '/nowhere/config.json' })).toThrow(
      expect.objectContaining({ reason: 'missing' }),
    )
  })

  it('explains the refusal in three languages, with file and member', () => {
    const error = new ConfigError('invalid', '/etc/turno.json', 'server.port: too big')
    for (const locale of ['pt-BR', 'en-GB', 'es_419', 'de']) {
      const texts = textsFor(languageOf(locale))
      const { title, body } = configErrorText(error, texts)
      expect(title).toBe(texts.configTitle)
      expect(body).toContain('/etc/turno.json')
      expect(body).toContain('server.port: too big')
    }
    expect(languageOf('de')).toBe('pt')
    expect(languageOf('es_419')).toBe('es')
  })
})
