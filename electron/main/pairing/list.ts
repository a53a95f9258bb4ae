/** What the pairing component consists of: made from package-lock.json when Turno is built (scripts/lib/pairing-list.mjs). */
import { z } from 'zod'
import { hashOf } from '../../pairing/installed'

const componentPackage = z.object({
  name: z.string(),
  version: z.string(),
  /** Its folder, from the one that holds `node_modules`. */
  path: z.string().regex(/^node_modules\/[\w./@-]+$/),
  /** SHA-512 of its tarball, as package-lock.json has it. */
  integrity: z.string().regex(/^sha512-[A-Za-z0-9+/]{86}==$/),
  /** Of all its files; a tarball is not larger, but for what wraps it. */
  bytes: z.number().int(),
  files: z.number().int(),
})
export type ComponentPackage = z.output<typeof componentPackage>

const componentList = z.object({
  /** Of the library. */
  version: z.string(),
  packages: z.array(componentPackage).min(1),
})
export type ComponentList = z.output<typeof componentList> & { hash: string }

/** Checks a list and names it by its hash. @throws ZodError where it is none. */
export function listOf(raw: unknown): ComponentList {
  const list = componentList.parse(raw)
  return { ...list, hash: hashOf(JSON.stringify(list)) }
}
