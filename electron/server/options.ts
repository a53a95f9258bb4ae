/** How the server is told what to do: environment and command line. */
import { homedir } from 'node:os'
import { join } from 'node:path'
import { z } from 'zod'

const environment = z.object({
  /** Data folder. */
  TURNO_DATA: z.string().min(1).optional(),
  /** Address to listen on; loopback unless given. */
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  /** Names this server is asked by besides its address, with commas between: `turno.example,atendimento`. */
  TURNO_ALLOWED_HOSTS: z.string().optional(),
  /** Given by the console that starts it; whoever does not show it is not answered. */
  TURNO_KEY: z.string().min(32).optional(),
  /** "0": simulated customers do not write of their own accord. */
  TURNO_TRAFFIC: z.string().optional(),
  /** "0" (or the flag --empty): an empty workspace stays empty; otherwise the demo company is written into it. */
  TURNO_DEMO: z.string().optional(),
  /** Day of the copy that takes the place of the workspace at this start (`2026-11-22`). */
  TURNO_RESTORE: z.iso.date().optional(),
})

export interface ServerOptions {
  folder: string
  host: string
  port: number
  names: string[]
  key: string | null
  customers: boolean
  demo: boolean
  /** Day of a copy to put in place; null: none. */
  restore: string | null
  /** Tickets to fill in before listening. */
  scale: number
  /** Messages a second from simulated customers. */
  traffic: number
}

/** Port of `npm run server` when PORT says nothing; as utility process any free one. */
const DEFAULT_PORT = 8_080

const MAX_TRAFFIC = 1_000

function figure(args: readonly string[], flag: string, most: number): number {
  const at = args.indexOf(flag)
  if (at < 0) return 0
  const value = Number(args[at + 1])
  if (!Number.isFinite(value) || value < 0 || value > most)
    throw new Error(`${flag} takes a number from 0 to ${most}`)
  return value
}

/**
 * Reads options.
 * @param alone started by hand (`npm run server`), not by the console.
 * @throws ZodError or Error naming what is wrong.
 */
export function readOptions(args: readonly string[], env: NodeJS.ProcessEnv, alone: boolean): ServerOptions {
  const known = environment.parse(env)
  const scale = figure(args, '--scale', 1_000_000)
  const traffic = figure(args, '--traffic', MAX_TRAFFIC)
  return {
    folder: known.TURNO_DATA ?? join(homedir(), '.turno', 'workspace'),
    host: known.HOST,
    port: known.PORT ?? (alone ? DEFAULT_PORT : 0),
    names: (known.TURNO_ALLOWED_HOSTS ?? '')
      .split(',')
      .map(name => name.trim().toLowerCase())
      .filter(name => name !== ''),
    key: known.TURNO_KEY ?? null,
    customers: known.TURNO_TRAFFIC !== '0',
    demo: known.TURNO_DEMO !== '0' && !args.includes('--empty'),
    restore: known.TURNO_RESTORE ?? null,
    scale,
    traffic,
  }
}
