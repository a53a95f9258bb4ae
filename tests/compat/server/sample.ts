import { readFileSync } from 'node:fs'
import { join } from 'node:path'

/** A recorded answer of a real legacy server (tests/samples). Read from the project's root: the bench runs a bundle of this. */
export const sample = (name: string): unknown =>
  JSON.parse(readFileSync(join(process.cwd(), `tests/samples/${name}.json`), 'utf8'))
