import { WORKSPACE_KEY_HEADER } from '@contract'
import { expect, it, vi } from 'vitest'
import { embeddedAddress, proving } from '../../../electron/main/session/address'

const fork = vi.hoisted(() => vi.fn(() => ({ on: () => undefined })))
vi.mock('electron', () => ({ utilityProcess: { fork }, app: { getVersion: () => '1' } }))

it('the key goes to the port the workspace listens on and nowhere else', async () => {
  let port: number | null = null
  const address = embeddedAddress(
    async () => port ?? 0,
    () => port,
    'schlüssel-los',
  )
  const seen: [string, string | null][] = []
  const fetch = proving(
    async (url, init) => {
      seen.push([url, new Headers(init.headers).get(WORKSPACE_KEY_HEADER)])
      return new Response()
    },
    { proof: origin => Object.fromEntries(Object.keys(address.proof(origin)).map(name => [name, 'key'])) },
  )
  await fetch('http://127.0.0.1:4000/api/version', {})
  port = 4000
  await fetch('http://127.0.0.1:4000/api/version', { headers: { accept: 'a' } })
  await fetch('http://127.0.0.1:4001/api/version', {})
  await fetch('http://localhost:4000/api/version', {})
  await fetch('https://evil.example/', {})
  expect(seen.map(([, key]) => key)).toEqual([null, 'key', null, null, null])
})

it("the server child gets what it needs of the environment and none of a session's secrets", async () => {
  const { serverEnvironment } = await import('../../../electron/main/workspace/fork-server')
  const kept = {
    PATH: '/bin',
    HOME: '/h',
    LANG: 'pt_BR.UTF-8',
    LC_ALL: 'C',
    TZ: 'America/Sao_Paulo',
    TURNO_TRAFFIC: '0',
  }
  const windows = { SystemRoot: 'C:\\Windows', TEMP: 'C:\\t', APPDATA: 'C:\\a' }
  const secret = {
    AWS_SECRET_ACCESS_KEY: 's',
    GITHUB_TOKEN: 's',
    NODE_OPTIONS: '--require /evil.js',
    LD_PRELOAD: '/evil.so',
    CSC_KEY_PASSWORD: 's',
    TURNO_SERVER_URL: 'https://atendimento.example',
    PATH_TO_SECRET: 's',
    TURNO_KEY: 'from outside',
  }
  expect(serverEnvironment({ ...kept, ...windows, ...secret })).toEqual({ ...kept, ...windows })
})
