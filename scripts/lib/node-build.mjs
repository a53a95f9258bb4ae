/**
 * How the programs that run in Node (main, preload, server) are built: one file each, packages included, and chunks
 * beside it for what is asked for by `import()` (the demo, mail, AI, Pix). Node takes a
 * few hundred milliseconds to find, read and link the several hundred small modules those packages consist of, at each
 * start of each process; one file it reads at once.
 */
import { builtinModules } from 'node:module'
import { fileURLToPath } from 'node:url'
import { pairingModule } from './pairing-list.mjs'
import { serverChunk } from './start-chunks.mjs'

const at = path => fileURLToPath(new URL(`../../${path}`, import.meta.url))
/**
 * Packages that stay what they are and are packed with the program: what loads a native module or brings files of
 * its own. Each of them is asked for by `import()` when it is needed.
 */
export const OUTSIDE = ['@libsql/client', 'electron-updater']

/** Half a megabyte that would be read at each start and never asked. */
const JSON_SCHEMAS =
  /^(?:ajv\/dist\/2020\.js|ajv-formats|@fastify\/ajv-compiler|@fastify\/fast-json-stringify-compiler)$/

/** drizzle names libsql's client for the network, which nobody calls here, and with it a web of modules. */
const NETWORK = '@libsql/client/web'

// What is external is never asked for another name: the network's client is none, so that its alias takes its place.
const isExternal = id =>
  builtinModules.includes(id.replace(/^node:/, '')) ||
  (id !== NETWORK && ['electron', ...OUTSIDE].some(name => id === name || id.startsWith(`${name}/`)))

/** The server, and the threads it starts: for a document or a spreadsheet that was uploaded, for a voice note, and for each paired number. */
export const SERVER_ENTRIES = {
  index: at('electron/server/entry.ts'),
  'document-thread': at('electron/documents/document-thread.ts'),
  'sheet-thread': at('electron/server/desk/contact-lists/sheet-thread.ts'),
  'voice-thread': at('electron/server/desk/channel/voice/voice-thread.ts'),
  'web-thread': at('electron/server/desk/channel/web/web-thread.ts'),
}

/**
 * What the server starts with and its later chunks use too: one file, where each group of users would have one of its
 * own. Node takes some milliseconds for every file.
 */
const STARTED_WITH = { name: serverChunk, debugName: 'shared', minShareCount: 2 }

/** The client of S3-compatible stores with all its parts: files named `s3-…`, which the installers leave out (electron-builder.yml). */
const OF_STORE = /node_modules[\\/](?:@aws-sdk|@aws-crypto|@aws|@smithy|bowser)[\\/]/
const STORE_CLIENT = { name: 's3-client', test: OF_STORE, priority: 2 }
/** The client of PostgreSQL, in a file that the installers leave out as well. */
const DATABASE_CLIENT = {
  name: 'postgres-client',
  test: /node_modules[\\/](?:pg|pg-[\w-]+|pgpass|postgres-\w+|split2|xtend)[\\/]/,
  priority: 2,
}
/**
 * What every server starts with and the groups above and below use too: a group takes what its packages import along, so
 * that without this the sockets of every console would ask for a file the installers leave out.
 */
const OF_SOCKETS = {
  name: 'sockets',
  test: /node_modules[\\/](?:socket\.io-adapter|ws|debug|ms|supports-color|has-flag)[\\/]|__vite-optional-peer-dep/,
  priority: 3,
}
/** Of the figures for Prometheus, left out. */
const OF_METRICS = { name: 'metrics-api', test: /node_modules[\\/]@opentelemetry[\\/]/, priority: 3 }
const SERVER_GROUPS = [OF_SOCKETS, OF_METRICS, STORE_CLIENT, DATABASE_CLIENT, STARTED_WITH]

/**
 * @param {'main' | 'preload' | 'server'} target which program; decides format and folder
 * @returns {import('vite').InlineConfig}
 */
export function nodeBuild(target) {
  const preload = target === 'preload'
  return {
    configFile: false,
    root: at('.'),
    publicDir: false,
    plugins: [pairingModule()],
    resolve: {
      // Some packages have another face for browsers (ws), which Vite takes unless it knows where this runs.
      ...(preload ? {} : { conditions: ['node'], mainFields: ['module', 'main'] }),
      alias: [
        { find: '@contract', replacement: at('src/contract/index.ts') },
        { find: /^@\//, replacement: at('src/') },
        { find: NETWORK, replacement: at('electron/database/no-network.ts') },
        { find: JSON_SCHEMAS, replacement: at('scripts/lib/no-json-schemas.mjs') },
      ],
    },
    build: {
      outDir: at(`out/${target}`),
      // Preloads share a folder and are built one after the other.
      emptyOutDir: !preload,
      target: preload ? 'chrome140' : 'node20',
      minify: false,
      // As in vite.config.ts: for scripts/stack.mjs, never packed.
      sourcemap: 'hidden',
      reportCompressedSize: false,
      rolldownOptions: {
        platform: preload ? 'browser' : 'node',
        external: preload ? ['electron'] : isExternal,
        // As in vite.config.ts: of the contract, what a program uses something of.
        treeshake: { moduleSideEffects: [{ test: /[\\/]src[\\/]contract[\\/]/, sideEffects: false }] },
        output: {
          format: preload ? 'cjs' : 'es',
          ...(target === 'server' ? { codeSplitting: { groups: SERVER_GROUPS } } : {}),
          // Comments and blanks are a third of what Node has to read at each start; names stay, for the stacks in the log.
          minify: { compress: false, mangle: false, codegen: true },
          // One character beyond ASCII, and Node keeps the text of the whole file at two bytes each. Licences are in a file of
          // their own (scripts/licences.mjs).
          charset: 'ascii',
          comments: { legal: false },
          entryFileNames: preload ? '[name].cjs' : '[name].js',
          chunkFileNames: ({ facadeModuleId }) =>
            preload
              ? '[name]-[hash].cjs'
              : `${OF_STORE.test(facadeModuleId ?? '') ? 's3-' : ''}[name]-[hash].js`,
        },
      },
    },
  }
}
