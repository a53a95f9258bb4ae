/**
 * A registry of packages on loopback, as far as tarballs go: it packs what it is given, says what a list has to know of it, and
 * can be slow, hang, break off, lie, or lead elsewhere, package by package.
 */
import { createHash } from 'node:crypto'
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { Header } from 'tar/header'
import type { PairingPackage } from '../../scripts/lib/pairing-list.mjs'

interface TarEntry {
  /** As the archive has it: `package/index.js`. */
  path: string
  body?: string | Buffer
  type?: 'File' | 'Directory' | 'SymbolicLink' | 'Link'
  linkpath?: string
}

const BLOCK = 512

/** An archive with these entries, whatever their names. */
function tarball(entries: readonly TarEntry[]): Buffer {
  const parts: Buffer[] = []
  for (const { path, body = '', type = 'File', linkpath = '' } of entries) {
    const bytes = Buffer.from(body)
    const header = Buffer.alloc(BLOCK)
    new Header({ path, linkpath, type, size: bytes.length, mode: 0o644, mtime: new Date(0) }).encode(header)
    parts.push(header, bytes, Buffer.alloc((BLOCK - (bytes.length % BLOCK)) % BLOCK))
  }
  return gzipSync(Buffer.concat([...parts, Buffer.alloc(2 * BLOCK)]), { level: 1 })
}

/** The files of an installed package, as its tarball has them. */
export function entriesOf(folder: string, below = 'package'): TarEntry[] {
  return readdirSync(folder, { withFileTypes: true }).flatMap(entry => {
    const path = `${below}/${entry.name}`
    if (entry.isDirectory())
      return entry.name === 'node_modules' && below === 'package'
        ? []
        : entriesOf(join(folder, entry.name), path)
    return [{ path, body: readFileSync(join(folder, entry.name)) }]
  })
}

export type Manner =
  | 'ok'
  /** A piece now and then, for ever. */
  | 'drips'
  /** Takes the request and says nothing. */
  | 'hangs'
  /** Half of it, and then nothing. */
  | 'stands'
  /** Half of it, and hangs up. */
  | 'cut'
  | 'changed'
  | 'huge'
  | 'page'
  | 'redirect'
  | 'round'
  | 'elsewhere'
  /** An answer of this status. */
  | number

export class RegistryDouble {
  /** Every path that was asked for, in order. */
  readonly asked: string[] = []
  /** How a package behaves, by its name; `ok` unless given. A list: one after the other, the last for good. */
  readonly manners = new Map<string, Manner | Manner[]>()
  private readonly tarballs = new Map<string, { name: string; bytes: Buffer }>()
  private server: Server | null = null

  /**
   * Keeps a package.
   * @param bytes of its tarball.
   * @param own of its files, unpacked.
   * @returns its line of the list.
   */
  add(
    name: string,
    version: string,
    entries: readonly TarEntry[],
    path = `node_modules/${name}`,
  ): PairingPackage {
    const bytes = tarball(entries)
    this.tarballs.set(`/${name}/-/${name.split('/').at(-1)}-${version}.tgz`, { name, bytes })
    return {
      ...{ name, version, path },
      integrity: `sha512-${createHash('sha512').update(bytes).digest('base64')}`,
      bytes: entries.reduce((sum, { body = '' }) => sum + Buffer.byteLength(body), 0),
      files: entries.length,
    }
  }

  /** @returns its address. */
  async start(): Promise<string> {
    this.server = createServer((request, response) => this.answer(request.url ?? '', response))
    this.server.listen(0, '127.0.0.1')
    await once(this.server, 'listening')
    return `http://127.0.0.1:${(this.server.address() as AddressInfo).port}/npm/`
  }
  async stop(): Promise<void> {
    this.server?.closeAllConnections()
    await new Promise(done => this.server?.close(done))
  }

  private answer(url: string, response: ServerResponse): void {
    this.asked.push(url)
    response.on('error', () => undefined)
    const found = this.tarballs.get(url.replace(/^\/(?:npm|moved)/, ''))
    if (!found) return void response.writeHead(404).end()
    const { name, bytes } = found
    const set = this.manners.get(name) ?? 'ok'
    const manner = Array.isArray(set) ? ((set.length > 1 ? set.shift() : set[0]) ?? 'ok') : set
    if (typeof manner === 'number') return void response.writeHead(manner).end('{}')
    const half = bytes.subarray(0, bytes.length >> 1)
    const lead = (to: string): void => void response.writeHead(302, { location: to }).end()
    const ways: Record<Exclude<Manner, number>, () => void> = {
      ok: () => void response.end(bytes),
      hangs: () => undefined,
      drips() {
        const timer = setInterval(() => response.write(bytes.subarray(0, 1)), 20)
        response.once('close', () => clearInterval(timer))
      },
      stands: () => void response.write(half),
      cut() {
        response.writeHead(200, { 'content-length': bytes.length })
        response.write(half, () => response.destroy())
      },
      changed() {
        const other = Buffer.from(bytes)
        other[other.length - 9] = (other[other.length - 9] ?? 0) ^ 1
        response.end(other)
      },
      huge: () => void response.end(Buffer.alloc(bytes.length + 1_000_000)),
      page: () => void response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Wi-Fi</h1>'),
      redirect: () =>
        url.startsWith('/moved') ? void response.end(bytes) : lead(url.replace('/npm', '/moved')),
      round: () => lead(url),
      elsewhere: () => lead('file:///etc/passwd'),
    }
    ways[manner]()
  }
}
