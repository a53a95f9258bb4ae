/** Who may import whom (README, "Source layout") is enforced by biome.json: each forbidden import is tried on the linter. */
import { spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { dirname, join, resolve } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { z } from 'zod'

const root = resolve(import.meta.dirname, '../..')

/** What a file at that place may import, and what not. */
const PROBES: Record<string, { may: string[]; mayNot: string[] }> = {
  'src/contract/entities/probe.ts': {
    may: ['zod', '../scalars'],
    mayNot: [
      'react',
      'antd',
      'axios',
      'dayjs',
      'zustand',
      'electron',
      'node:fs',
      '@/stores/session',
      '@/api',
    ],
  },
  'src/ui/probe.tsx': {
    may: ['react', 'antd', '@contract', './avatar'],
    mayNot: ['@/stores/session', '../stores/session', '@/api', '@/features/thread', '@/app/panes', '@/i18n'],
  },
  'src/api/probe.ts': {
    may: ['axios', '@contract'],
    mayNot: [
      '@/stores/session',
      '../stores/session',
      '@/features/thread',
      '@/ui/avatar',
      'react',
      'electron',
    ],
  },
  'src/stores/tickets/probe.ts': {
    may: ['zustand', '@/api', '@contract', '../session'],
    mayNot: ['@/features/thread', '../../features/thread', '@/ui/avatar', '@/app/panes', 'axios', 'node:fs'],
  },
  'src/i18n/probe.ts': {
    may: ['i18next', '@contract'],
    mayNot: ['@/stores/session', '@/features/thread', '../features/thread/texts', '@/ui/avatar', '@/api'],
  },
  'src/features/thread/probe.tsx': {
    may: ['@/stores/session', '@/ui/avatar', '@/api', '@/i18n', '@/features/composer', './thread-pane'],
    mayNot: [
      '@/features/composer/sending',
      '../composer/sending',
      '@/app/panes',
      '../../app/panes',
      'axios',
      'electron',
      '../../../electron/main/errors',
    ],
  },
  'src/features/thread/media/probe.tsx': {
    may: ['../preview', './image'],
    mayNot: ['../../composer/sending', '@/features/composer/sending', '@/app/panes'],
  },
  'src/app/shell/probe.tsx': {
    may: ['@/features/thread', '@/stores/session', '@/ui/avatar', '../panes'],
    mayNot: [
      '@/features/thread/preview',
      '../../features/thread/preview',
      'electron',
      '../../../electron/server/errors',
      'node:fs',
    ],
  },
  'src/recorder/probe.ts': { may: ['@contract'], mayNot: ['@/stores/session', '../stores/session', 'react'] },
  'src/spy/probe.tsx': {
    may: ['@/app/panes', '@/features/thread'],
    mayNot: ['@/features/thread/preview', 'electron', '../../electron/main/errors'],
  },
  'electron/main/windows/probe.ts': {
    may: ['electron', 'node:fs', '../../../src/contract', '../../database/open', '../log/log'],
    mayNot: [
      '../../server/errors',
      '../../preload/bridge',
      '../../stand-in/host/app',
      '../../demo',
      '../../../src/stores/session',
      '../../../src/i18n',
      'react',
      'electron#ipcMain',
    ],
  },
  'electron/main/ipc/open.ts': {
    may: ['electron#ipcMain'],
    mayNot: ['../../server/errors', '@/stores/session'],
  },
  'electron/preload/probe.ts': {
    may: ['electron', '../../src/contract/channels'],
    mayNot: [
      'electron#ipcRenderer',
      '../main/errors',
      '../server/errors',
      '../../src/stores/session',
      'node:fs',
    ],
  },
  'electron/preload/bridge.ts': { may: ['electron#ipcRenderer'], mayNot: ['../main/errors'] },
  'electron/server/http/probe.ts': {
    may: ['fastify', 'node:fs', '@contract', '../../database/open', '../errors'],
    mayNot: [
      'electron',
      '../../main/errors',
      '../../demo',
      '../../demo/simulator',
      '../../../src/stores/session',
      '@/stores/session',
      'react',
    ],
  },
  'electron/server/demo-port.ts': {
    may: ['../demo', './channel/channel'],
    mayNot: ['electron', '../main/errors'],
  },
  'electron/demo/probe.ts': {
    may: ['@contract', '../server/db/client', '../database/private-folder', './simulator'],
    mayNot: ['electron', '../main/errors', '../preload/bridge', '../../src/stores/session', 'react'],
  },
  'electron/stand-in/host/probe.ts': {
    may: ['electron', 'node:fs', 'ws', '../wire'],
    mayNot: ['../../main/errors', '../../server/errors', '../../../src/contract', '@contract'],
  },
  'electron/database/probe.ts': {
    may: ['node:fs', './errors'],
    mayNot: [
      'electron',
      '../main/errors',
      '../server/errors',
      '@contract',
      '../../src/contract',
      '@/stores/session',
    ],
  },
}

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'turno-lint-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))

const report = z.object({
  diagnostics: z.array(
    z.object({
      category: z.string(),
      location: z.object({ path: z.string(), start: z.object({ line: z.number() }) }),
    }),
  ),
})

it('refuses every import that points upwards, whichever way it is written, and none that points down', () => {
  copyFileSync(join(root, 'biome.json'), join(folder, 'biome.json'))
  for (const [path, { may, mayNot }] of Object.entries(PROBES)) {
    mkdirSync(join(folder, dirname(path)), { recursive: true })
    const lines = [...may, ...mayNot].map((from, at) => {
      const [module, name = 'one'] = from.split('#')
      return `import { ${name} as x${at} } from '${module}'\n`
    })
    writeFileSync(join(folder, path), lines.join(''))
  }
  const biome = createRequire(import.meta.url).resolve('@biomejs/biome/bin/biome')
  const { stdout, stderr } = spawnSync(
    process.execPath,
    [
      biome,
      'lint',
      '--only=style/noRestrictedImports',
      '--vcs-enabled=false',
      '--max-diagnostics=none',
      '--reporter=json',
      '.',
    ],
    { cwd: folder, encoding: 'utf8', maxBuffer: 64 * 1024 * 1024 },
  )
  const { diagnostics } = report.parse(JSON.parse(stdout || `"${stderr}"`))
  const refused = new Set(
    diagnostics
      .filter(one => one.category === 'lint/style/noRestrictedImports')
      .map(
        ({ location }) => `${location.path.replaceAll('\\', '/').replace('./', '')}:${location.start.line}`,
      ),
  )
  const wrong = Object.entries(PROBES).flatMap(([path, { may, mayNot }]) =>
    [...may, ...mayNot]
      .map((from, at) => ({ from, refused: refused.has(`${path}:${at + 1}`), expected: at >= may.length }))
      .filter(one => one.refused !== one.expected)
      .map(one => `${path}: ${one.from} is ${one.refused ? 'refused' : 'let through'}`),
  )
  expect(wrong).toEqual([])
})
