/**
 * What travels between main and a page: JSON with tags for the values JSON lacks, so that an IPC argument arrives
 * as Electron's structured clone would deliver it. Used on both sides; imports nothing.
 */

const TAG = '$standIn'

/** A value that structured clone (and so Electron's IPC) refuses. */
export class CloneError extends Error {
  constructor(what: string) {
    super(`An object could not be cloned: ${what}`)
    this.name = 'DataCloneError'
  }
}

function toBase64(bytes: Uint8Array): string {
  let text = ''
  for (let i = 0; i < bytes.length; i += 0x8000) {
    text += String.fromCharCode(...bytes.subarray(i, i + 0x8000))
  }
  return btoa(text)
}

function fromBase64(text: string): Uint8Array<ArrayBuffer> {
  const raw = atob(text)
  const bytes = new Uint8Array(raw.length)
  for (let i = 0; i < raw.length; i++) bytes[i] = raw.charCodeAt(i)
  return bytes
}

const tag = (kind: string, value?: unknown) => ({ [TAG]: kind, value })

function packNumber(value: number): unknown {
  return Number.isFinite(value) && !Object.is(value, -0)
    ? value
    : tag('number', Object.is(value, -0) ? '-0' : String(value))
}

function packObject(value: object, path: object[]): unknown {
  if (path.includes(value)) throw new CloneError('a value that contains itself')
  const below = [...path, value]
  if (Array.isArray(value)) return value.map(item => pack(item, below))
  if (value instanceof Date) return tag('date', packNumber(value.getTime()))
  if (value instanceof RegExp) return tag('regexp', [value.source, value.flags])
  if (value instanceof Map) {
    return tag(
      'map',
      [...value].map(([k, v]) => [pack(k, below), pack(v, below)]),
    )
  }
  if (value instanceof Set)
    return tag(
      'set',
      [...value].map(item => pack(item, below)),
    )
  if (value instanceof Error) {
    return tag('error', { name: value.name, message: value.message, stack: value.stack })
  }
  if (value instanceof ArrayBuffer) return tag('ArrayBuffer', toBase64(new Uint8Array(value)))
  if (ArrayBuffer.isView(value)) {
    const kind = value.constructor.name === 'Buffer' ? 'Uint8Array' : value.constructor.name
    return tag(kind, toBase64(new Uint8Array(value.buffer, value.byteOffset, value.byteLength)))
  }
  if (value instanceof Promise || value instanceof WeakMap || value instanceof WeakSet) {
    throw new CloneError(value.constructor.name)
  }
  const name = Object.prototype.toString.call(value).slice(8, -1)
  if (name === 'Blob' || name === 'File' || /Element$|^Window$|^Document/.test(name)) {
    throw new CloneError(name)
  }
  // Not by assignment: a member called __proto__ is one like any other.
  const plain = Object.fromEntries(Object.entries(value).map(([key, item]) => [key, pack(item, below)]))
  return TAG in plain ? tag('object', plain) : plain
}

function pack(value: unknown, path: object[]): unknown {
  switch (typeof value) {
    case 'number':
      return packNumber(value)
    case 'undefined':
      return tag('undefined')
    case 'bigint':
      return tag('bigint', String(value))
    case 'function':
    case 'symbol':
      throw new CloneError(typeof value)
    case 'object':
      return value === null ? null : packObject(value, path)
    default:
      return value
  }
}

const VIEWS: Record<string, (buffer: ArrayBuffer) => unknown> = {
  ArrayBuffer: b => b,
  DataView: b => new DataView(b),
  Int8Array: b => new Int8Array(b),
  Uint8Array: b => new Uint8Array(b),
  Uint8ClampedArray: b => new Uint8ClampedArray(b),
  Int16Array: b => new Int16Array(b),
  Uint16Array: b => new Uint16Array(b),
  Int32Array: b => new Int32Array(b),
  Uint32Array: b => new Uint32Array(b),
  Float32Array: b => new Float32Array(b),
  Float64Array: b => new Float64Array(b),
  BigInt64Array: b => new BigInt64Array(b),
  BigUint64Array: b => new BigUint64Array(b),
}

function unpackError(packed: { name: string; message: string; stack?: string }): Error {
  const error = new Error(packed.message)
  error.name = packed.name
  error.stack = packed.stack
  return error
}

function unpackTagged(kind: string, value: unknown): unknown {
  switch (kind) {
    case 'undefined':
      return undefined
    case 'number':
      return Number(value)
    case 'bigint':
      return BigInt(value as string)
    case 'date':
      return new Date(unpack(value) as number)
    case 'regexp':
      return new RegExp(...(value as [string, string]))
    case 'map':
      return new Map((value as [unknown, unknown][]).map(([k, v]) => [unpack(k), unpack(v)]))
    case 'set':
      return new Set((value as unknown[]).map(unpack))
    case 'error':
      return unpackError(value as { name: string; message: string })
    case 'object':
      return unpackPlain(value as object)
    default: {
      const view = VIEWS[kind]
      if (!view) throw new Error(`unknown wire tag ${kind}`)
      return view(fromBase64(value as string).buffer)
    }
  }
}

const unpackPlain = (value: object): object =>
  Object.fromEntries(Object.entries(value).map(([key, item]) => [key, unpack(item)]))

function unpack(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(unpack)
  const kind = (value as Record<string, unknown>)[TAG]
  return typeof kind === 'string'
    ? unpackTagged(kind, (value as { value: unknown }).value)
    : unpackPlain(value)
}

/** Any cloneable value to text. Throws CloneError on functions, symbols, blobs, DOM nodes and cycles. */
export const encode = (value: unknown): string => JSON.stringify(pack(value, []))

/** The value that `encode` was given. Throws SyntaxError on text that is not JSON. */
export const decode = (text: string): unknown => unpack(JSON.parse(text))

/** Frames from a page to main. `href` accompanies each one: the page's path at that moment. */
export type PageFrame = { href?: string } & (
  | { t: 'invoke'; id: number; channel: string; args: unknown[] }
  | { t: 'send'; channel: string; args: unknown[] }
  | { t: 'stage'; stage: 'dom-ready' | 'loaded' | 'painted'; title: string }
  | { t: 'title'; title: string }
  | { t: 'focus'; focused: boolean }
  | { t: 'size'; width: number; height: number }
  | { t: 'leaving' }
  | { t: 'in-page' }
  | { t: 'open'; url: string; frameName: string; features: string; disposition: string }
  | { t: 'navigate'; id: number; url: string }
  | { t: 'permission'; id: number; permission: string; details: Record<string, unknown> }
  | { t: 'check'; id: number; permission: string; details: Record<string, unknown> }
  | { t: 'download'; url: string; filename: string; bytes?: Uint8Array }
  | { t: 'accelerator'; accelerator: string }
  | { t: 'context-menu'; params: Record<string, unknown> }
  | { t: 'input'; input: Record<string, unknown> }
  | { t: 'dialog-answer'; id: number; answer: unknown }
  | { t: 'notice-pressed'; number: number }
  | { t: 'console'; level: string; message: string; line: number; source: string }
)

/** Frames from main to a page. */
export type HostFrame =
  | { t: 'reply'; id: number; ok: true; value: unknown }
  | { t: 'reply'; id: number; ok: false; error: string }
  | { t: 'message'; channel: string; args: unknown[] }
  | { t: 'reload' }
  | { t: 'goto'; path: string }
  | { t: 'close' }
  | { t: 'state'; focused: boolean; visible: boolean; online: boolean; dark: boolean | null }
  | { t: 'accelerators'; list: string[] }
  | { t: 'zoom'; factor: number }
  | { t: 'edit'; command: string }
  | { t: 'dialog'; id: number; kind: string; options: Record<string, unknown> }
  | { t: 'dialog-close'; id: number }
  | { t: 'notice'; number: number; title: string; body: string; silent: boolean }
  | { t: 'notice-close'; number: number }
  | { t: 'clear-storage'; storages: string[] }
  | { t: 'open-window'; address: string; width: number; height: number }

/** What a page asks for before its preload runs (GET /__stand-in/window). */
export interface WindowFacts {
  id: number
  preload: string | null
  appOrigin: string
  arguments: string[]
  platform: string
  arch: string
  versions: Record<string, string>
  clearStorage: boolean
  driven: boolean
  state: Extract<HostFrame, { t: 'state' }>
  accelerators: string[]
  zoom: number
}
