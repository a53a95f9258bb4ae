/** What Turno can say about itself: the program, its data, and the report for whoever helps. */
import { existsSync, readFileSync, statSync } from 'node:fs'
import { homedir, hostname, release, totalmem, userInfo } from 'node:os'
import { join } from 'node:path'
import type { AboutProgram, KeptData, Preferences } from '../../../src/contract'
import type { Environment } from '../environment'
import type { Log } from '../log/log'
import type { ServerAccess, Sync } from '../start/parts'
import { readUpdateSettings } from '../updates/settings'
import type { Updates } from '../updates/updates'
import { crashDumps } from './crash-dumps'
import { reportText } from './report'

const LOG_LINES = 150
const LICENCES = 'THIRD-PARTY-LICENSES.txt'

export interface Diagnostics {
  about(): AboutProgram
  report(): Promise<string>
  /** Path of the licences' file; null where the program runs from source without one. */
  licences(): string | null
}

/** The last lines of a log; none when it cannot be read. */
function tailOf(file: string): string[] {
  try {
    return readFileSync(file, 'utf8').trimEnd().split('\n').slice(-LOG_LINES)
  } catch {
    return []
  }
}

/** Preferences as lines; a device's id is left out, because it is one person's. */
function preferenceLines(value: Preferences): [string, string][] {
  return Object.entries(value).map(([name, choice]) => {
    if (name === 'microphone') return [name, choice === null ? 'system' : 'chosen']
    return [name, typeof choice === 'object' && choice !== null ? JSON.stringify(choice) : String(choice)]
  })
}

export function createDiagnostics(deps: {
  env: Environment
  version: string
  locale: string
  server: ServerAccess
  sync: Sync
  updates: Updates
  preferences: () => Preferences
  kept: () => Promise<KeptData>
  sandboxed: boolean
  /** Folder of the crash dumps. */
  crashFolder: string
  log: Log
}): Diagnostics {
  const { env, server, sync, updates } = deps
  const started = Date.now()

  const licences = (): string | null =>
    [
      join(env.root, 'out', LICENCES),
      join(process.resourcesPath ?? env.root, LICENCES),
      join(env.root, LICENCES),
    ].find(file => existsSync(file)) ?? null

  const about = (): AboutProgram => {
    const file = licences()
    return {
      version: deps.version,
      electron: process.versions.electron ?? null,
      chrome: process.versions.chrome ?? null,
      node: process.versions.node,
      system: `${process.platform} ${release()} (${process.arch})`,
      updateChannel: readUpdateSettings(env.configPlaces, deps.log).channel,
      sandboxed: deps.sandboxed,
      licences: file ? (readFileSync(file, 'utf8').match(/^={78}$/gm)?.length ?? 0) / 2 : null,
    }
  }

  /** Everything that says who works here, for whom and where. */
  const hidden = (): string[] => {
    const { user } = server.session.state()
    const address = sync.socket.state().server
    const host = URL.canParse(address) ? new URL(address).host : address
    const own = sync.socket.state().embedded ? [] : [host, host.split(':')[0] ?? '']
    let login = ''
    try {
      login = userInfo().username
    } catch {
      // Some containers have no entry for the user.
    }
    return [
      user?.name ?? '',
      user?.email ?? '',
      user?.company?.name ?? '',
      hostname(),
      login === 'root' ? '' : login,
      ...own,
    ].filter(Boolean)
  }

  return {
    about,
    licences,
    async report() {
      const facts = about()
      const dumps = crashDumps(deps.crashFolder)
      const [connection, update, kept] = [sync.socket.state(), updates.state(), await deps.kept()]
      const { status, storage, reason } = server.session.state()
      const capabilities = server.client.facts()
      const missing = Object.entries(capabilities?.capabilities ?? {})
        .filter(([, level]) => level !== 'native')
        .map(([name, level]) => `${name} (${level})`)
      return reportText({
        sections: [
          {
            title: 'Turno',
            lines: [
              ['version', facts.version],
              ['host', env.host],
              ['electron', facts.electron],
              ['chrome', facts.chrome],
              ['node', facts.node],
              ['system', facts.system],
              ['memory', `${Math.round(totalmem() / 2 ** 30)} GB`],
              ['locale', deps.locale],
              ['sandbox', facts.sandboxed],
              ['running', `${Math.round((Date.now() - started) / 60_000)} min`],
              ['uses', `${Math.round(process.memoryUsage.rss() / 2 ** 20)} MB`],
            ],
          },
          {
            title: 'Server',
            lines: [
              ['kind', connection.embedded ? 'workspace of this computer' : 'remote'],
              ['adapter', capabilities?.adapter ?? null],
              ['version', capabilities?.version ?? null],
              ['other ways', missing.join(', ') || 'none'],
              ['connection', connection.status],
              ['since', connection.since],
              ['attempt', connection.attempt],
            ],
          },
          {
            title: 'Session',
            lines: [
              ['status', status],
              ['kept', storage],
              ['last end', reason],
            ],
          },
          {
            title: 'Data on this computer',
            lines: [
              ['tickets', kept.tickets],
              ['messages', kept.messages],
              ['contacts', kept.contacts],
              ['drafts', kept.drafts],
              ['waiting to leave', kept.waiting],
              ['file', `${Math.round(kept.bytes / 1024)} kB`],
              ['repaired', sync.local.db.recovery !== null],
            ],
          },
          {
            title: 'Updates',
            lines: [
              ['channel', facts.updateChannel],
              ['status', update.status],
              ['last check', update.checkedAt],
              ['failure', update.failure],
            ],
          },
          {
            title: 'Crashes (kept on this computer only)',
            lines: [
              ['folder', deps.crashFolder],
              ['dumps', dumps.length],
              ...dumps
                .slice(0, 5)
                .map(({ at, bytes }): [string, string] => [
                  new Date(at).toISOString(),
                  `${Math.round(bytes / 1024)} kB`,
                ]),
            ],
          },
          { title: 'Settings', lines: preferenceLines(deps.preferences()) },
        ],
        log: tailOf(join(env.dataDir, 'logs', 'main.log')),
        hidden: hidden(),
        home: homedir(),
      })
    },
  }
}

/** Bytes of a file; 0 when it is not there. */
export function bytesOf(file: string): number {
  try {
    return statSync(file).size
  } catch {
    return 0
  }
}
