/** The server's configuration: environment and command line. */
import { homedir } from 'node:os'
import { join } from 'node:path'
import { type BodyOut, DEFAULT_TIME_ZONE, foundingForm, newPassword } from '@contract'
import { z } from 'zod'
import type { S3Options } from './platform/media/s3'
import { refuseUnknown } from './usage'

/** Also `?host=/folder` of a socket, without a name. */
const postgresUrl = z.url({ protocol: /^postgres(ql)?$/, hostname: /^.*$/ })

const environment = z.object({
  /** Data folder. */
  TURNO_DATA: z.string().min(1).optional(),
  /** Database on a PostgreSQL server, in place of the file of the data folder. */
  DATABASE_URL: postgresUrl.optional(),
  /** The database's own address when DATABASE_URL is a pooler in transaction mode. */
  DATABASE_DIRECT_URL: postgresUrl.optional(),
  /** File with the key that signs and seals, if not the data folder's own (workspace.key). */
  TURNO_WORKSPACE_KEY_FILE: z.string().min(1).optional(),
  /** Address to listen on; loopback unless given. */
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: z.coerce.number().int().min(0).max(65_535).optional(),
  /** Further host names of this server, separated by commas: `turno.example,atendimento`. */
  TURNO_ALLOWED_HOSTS: z.string().optional(),
  /** Addresses or networks of trusted proxies, separated by commas. */
  TURNO_TRUSTED_PROXIES: z.string().optional(),
  /** Set by the console that starts it; callers without it are not answered. */
  TURNO_KEY: z.string().min(32).optional(),
  /** "0": simulated customers do not write by themselves. */
  TURNO_TRAFFIC: z.string().optional(),
  /** "1" (or --demo): writes the demo company into an empty workspace. "0": never a demo. */
  TURNO_DEMO: z.enum(['0', '1']).optional(),
  /** Password of the first admin, for --company and --reset-password, because others can read a command line. */
  TURNO_ADMIN_PASSWORD: z.string().optional(),
  /** Another address of the Graph API: a double on this computer. */
  TURNO_GRAPH_URL: z.url({ protocol: /^https?$/ }).optional(),
  /** Folder (with node_modules) of the packages for WhatsApp Web, if not beside the server. */
  TURNO_WEB_PACKAGES: z.string().min(1).optional(),
  /** Where the console puts the component that pairs numbers (electron/main/pairing). */
  TURNO_PAIRING: z.string().min(1).optional(),
  /** Bearer token for /metrics; without it there is no such page. */
  TURNO_METRICS_TOKEN: z.string().min(16).optional(),
  /** "json": the log as lines of JSON, with one for every request. */
  TURNO_LOG: z.enum(['text', 'json']).default('text'),
  /** Seconds between not ready and refusing requests, for a balancer to notice. */
  TURNO_DRAIN_SECONDS: z.coerce.number().min(0).max(300).default(0),
  /** Most seconds the end may take, from then on. */
  TURNO_STOP_SECONDS: z.coerce.number().min(1).max(300).default(20),
  /** Bucket of an S3-compatible store for the files of conversations; without it they are in the data folder. */
  TURNO_S3_BUCKET: z.string().min(1).optional(),
  /** Before each name in it (`turno/`). */
  TURNO_S3_PREFIX: z
    .string()
    .regex(/^(?:[\w.-]+\/)*$/)
    .default(''),
  /** Address of the store; Amazon's own without it. Keys come from AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY. */
  TURNO_S3_ENDPOINT: z.url({ protocol: /^https?$/ }).optional(),
  TURNO_S3_REGION: z.string().min(1).default('us-east-1'),
  /** Day of the copy to restore at this start (`2026-11-22`). */
  TURNO_RESTORE: z.iso.date().optional(),
})

export interface ServerOptions {
  folder: string
  /** `postgres://...`; null: a file of the folder. */
  databaseUrl: string | null
  /** Its own address where `databaseUrl` is a pooler's; null: it is its own. */
  databaseDirectUrl: string | null
  /** File of the key that signs and seals; null: the data folder's own. */
  keyFile: string | null
  host: string
  port: number
  names: string[]
  /** Proxies whose `x-forwarded-for` counts. */
  proxies: string[]
  key: string | null
  customers: boolean
  /**
   * true: the demo; false: never one; null: what the workspace already is; an empty one waits for its first company.
   */
  demo: boolean | null
  /** The first company from the arguments, founded when the workspace is empty. */
  founding: BodyOut<'workspace.found'> | null
  /** Who gets another password at this start; null: nobody. */
  reset: { email: string; password: string } | null
  /** Another address of the Graph API, without a slash at its end; null: Meta's own. */
  graphUrl: string | null
  /** Folder of the packages of WhatsApp Web; null: beside the server. */
  webPackages: string | null
  /** Folder the component is installed in while the server runs; null: this is no console's server. */
  pairing: string | null
  /** Where the files of conversations lie; null: in the data folder. */
  s3: S3Options | null
  /** Token of /metrics; null: there are none. */
  metricsToken: string | null
  /** The log as lines of JSON. */
  jsonLog: boolean
  /** How long a balancer gets to notice the end, and the limit of the end itself; milliseconds. */
  drainMs: number
  stopMs: number
  /** Folder of a workspace to carry over, or to move to the database, and nothing else; null: none. */
  importFrom: string | null
  /** Day of a copy to put in place; null: none. */
  restore: string | null
  /** Tickets to fill in before listening. */
  scale: number
  /** Messages per second from simulated customers. */
  traffic: number
}

/** Variables no version uses any more, in a line for the log; null: none. */
export const unusedIn = (env: NodeJS.ProcessEnv): string | null =>
  env.REDIS_URL ? 'REDIS_URL is no longer used: the servers of one PostgreSQL database need no Redis' : null

/**
 * The settings of the environment. An empty variable, as compose files make them, counts as unset.
 * @throws Error with one plain line that names each invalid variable.
 */
function readEnvironment(env: NodeJS.ProcessEnv): z.output<typeof environment> {
  const nonEmpty = Object.fromEntries(Object.entries(env).filter(([, value]) => value?.trim()))
  const read = environment.safeParse(nonEmpty)
  if (read.success) return read.data
  const wrong = read.error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`)
  throw new Error(`The environment cannot be used: ${wrong.join('; ')}`)
}

/** Port of `npm run server` without PORT; as utility process any free one. */
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

/** The items of a comma-separated list, lower case. */
const listed = (text = ''): string[] =>
  text
    .split(',')
    .map(word => word.trim().toLowerCase())
    .filter(word => word !== '')

/** The word behind a flag; null without the flag. */
function word(args: readonly string[], flag: string): string | null {
  const at = args.indexOf(flag)
  if (at < 0) return null
  const value = args[at + 1]
  if (value === undefined || value.startsWith('--')) throw new Error(`${flag} takes a value`)
  return value
}

/** `--company NAME --admin NAME --email ADDRESS [--timezone ZONE]`, with the password in the environment. */
function foundingOf(args: readonly string[], password: string | undefined): ServerOptions['founding'] {
  const company = word(args, '--company')
  if (company === null) return null
  const given = foundingForm.safeParse({
    company,
    name: word(args, '--admin') ?? '',
    email: word(args, '--email') ?? '',
    password: password ?? '',
    timezone: word(args, '--timezone') ?? DEFAULT_TIME_ZONE,
  })
  if (given.success) return given.data
  const flags: Record<string, string> = { name: '--admin', password: 'TURNO_ADMIN_PASSWORD' }
  const problems = given.error.issues.map(({ path: [member], message }) => {
    const name = String(member)
    return `${flags[name] ?? `--${name}`}: ${message}`
  })
  throw new Error(`--company needs more: ${problems.join('; ')}`)
}

/** `--reset-password ADDRESS`, with the password in the environment. */
function resetOf(args: readonly string[], password: string | undefined): ServerOptions['reset'] {
  const email = word(args, '--reset-password')
  if (email === null) return null
  const given = newPassword.safeParse(password ?? '')
  if (!given.success) throw new Error('--reset-password needs a good password in TURNO_ADMIN_PASSWORD')
  return { email: email.trim().toLowerCase(), password: given.data }
}

/**
 * Reads the options.
 * @param alone started by hand (`npm run server`), not by the console.
 * @throws UsageError for an unknown argument, Error naming what else is wrong.
 */
export function readOptions(args: readonly string[], env: NodeJS.ProcessEnv, alone: boolean): ServerOptions {
  if (alone) refuseUnknown(args)
  const known = readEnvironment(env)
  const scale = figure(args, '--scale', 1_000_000)
  const traffic = figure(args, '--traffic', MAX_TRAFFIC)
  const founding = foundingOf(args, known.TURNO_ADMIN_PASSWORD)
  const importFrom = word(args, '--import')
  if (known.DATABASE_DIRECT_URL !== undefined && known.DATABASE_URL === undefined)
    throw new Error('DATABASE_DIRECT_URL goes with DATABASE_URL, the address of its pooler')
  if (known.TURNO_RESTORE !== undefined && known.DATABASE_URL !== undefined)
    throw new Error(
      'TURNO_RESTORE puts a copy of the file in place: a database server restores its own backups',
    )
  // Invented tickets and customers are for the demo only.
  const demo = known.TURNO_DEMO === '1' || args.includes('--demo') || scale > 0 || traffic > 0
  if (demo && (founding || known.TURNO_DEMO === '0'))
    throw new Error('A demo never holds a company of its own: leave out --demo, --scale and --traffic')
  return {
    folder: known.TURNO_DATA ?? join(homedir(), '.turno', 'workspace'),
    // The console's own server always uses a file, whatever its environment says.
    databaseUrl: (alone && known.DATABASE_URL) || null,
    databaseDirectUrl: (alone && known.DATABASE_DIRECT_URL) || null,
    keyFile: (alone && known.TURNO_WORKSPACE_KEY_FILE) || null,
    host: known.HOST,
    port: known.PORT ?? (alone ? DEFAULT_PORT : 0),
    names: listed(known.TURNO_ALLOWED_HOSTS),
    proxies: listed(known.TURNO_TRUSTED_PROXIES),
    key: known.TURNO_KEY ?? null,
    customers: known.TURNO_TRAFFIC !== '0',
    demo: known.TURNO_DEMO === '0' ? false : demo ? true : null,
    founding,
    reset: alone ? resetOf(args, known.TURNO_ADMIN_PASSWORD) : null,
    graphUrl: known.TURNO_GRAPH_URL?.replace(/\/+$/, '') ?? null,
    webPackages: known.TURNO_WEB_PACKAGES ?? null,
    pairing: (!alone && known.TURNO_PAIRING) || null,
    // The console's own server is shipped without metrics (electron-builder.yml).
    metricsToken: (alone && known.TURNO_METRICS_TOKEN) || null,
    s3:
      alone && known.TURNO_S3_BUCKET
        ? {
            bucket: known.TURNO_S3_BUCKET,
            prefix: known.TURNO_S3_PREFIX,
            endpoint: known.TURNO_S3_ENDPOINT ?? null,
            region: known.TURNO_S3_REGION,
          }
        : null,
    jsonLog: known.TURNO_LOG === 'json',
    drainMs: known.TURNO_DRAIN_SECONDS * 1_000,
    stopMs: known.TURNO_STOP_SECONDS * 1_000,
    importFrom,
    restore: known.TURNO_RESTORE ?? null,
    scale,
    traffic,
  }
}
