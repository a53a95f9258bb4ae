/** Where the component that pairs numbers is fetched: who says it, and that a person need not. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it, onTestFinished } from 'vitest'
import { createLog } from '../../../electron/main/log/log'
import { readRegistry } from '../../../electron/main/pairing/registry'
import { npmRegistry } from '../../../scripts/lib/npm-registry.mjs'
import { writeShippedConfig } from '../../../scripts/lib/pack-check.mjs'

const log = createLog(() => undefined)
const OWN = 'https://own.example/'
const NPM = 'https://npm.example/'

/** A repository with nothing but its configuration. */
function aRoot(): string {
  const root = mkdtempSync(join(tmpdir(), 'turno-registry-'))
  onTestFinished(() => rmSync(root, { recursive: true, force: true }))
  for (const folder of ['resources', 'out']) mkdirSync(join(root, folder))
  writeFileSync(join(root, 'resources/config.json'), '{ "server": null }')
  return root
}
const read = (file: string, said: { variable?: string; npm?: string } = {}) => {
  const places = { serverUrl: undefined, explicitFile: undefined, userFile: '/nowhere', shippedFile: file }
  return readRegistry(places, { variable: said.variable, npm: said.npm }, log).address
}

it('is that of npm where a run from source has no other', () => {
  const file = join(aRoot(), 'resources/config.json')
  expect(read(file)).toBe('')
  expect(read(file, { npm: NPM })).toBe(NPM)
  writeFileSync(file, JSON.stringify({ server: null, registry: OWN }))
  expect(read(file, { npm: NPM })).toBe(OWN)
  expect(read(file, { npm: NPM, variable: 'https://said.example' })).toBe('https://said.example/')
})

it('is packed with the product, and left out where there is none', () => {
  const root = aRoot()
  const packed = () => JSON.parse(readFileSync(join(root, 'out/config.json'), 'utf8')) as unknown
  writeShippedConfig(root, NPM)
  expect(packed()).toEqual({ server: null, registry: NPM })
  expect(read(join(root, 'out/config.json'))).toBe(NPM)
  writeShippedConfig(root, '')
  expect(packed()).toEqual({ server: null })
})

it('is asked of npm itself where a script is not told', () => {
  expect(npmRegistry({ npm_config_registry: OWN }, () => NPM)).toBe(OWN)
  expect(npmRegistry({}, () => `${NPM}\n`)).toBe(NPM)
  expect(npmRegistry({}, () => 'undefined\n')).toBe('')
})
