/**
 * `node scripts/stack.mjs < turno.log`: the log with its stacks as places in the sources. Wants `npm run build` of the
 * version that wrote the log: maps are built and never shipped.
 */
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { mapStack } from './lib/map-stack.mjs'

process.stdout.write(mapStack(await text(process.stdin), fileURLToPath(new URL('../out/', import.meta.url))))
