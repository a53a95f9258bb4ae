/** Where the npm of this machine takes packages from: nothing of it stands in the repository. */
import { spawnSync } from 'node:child_process'

/**
 * @param env what a script of npm is given says it, where it is not npm's own default.
 * @param ask npm itself, which knows its default and the files of the machine; what it prints.
 * @returns the address, "" where there is none.
 */
export function npmRegistry(env = process.env, ask = askNpm) {
  const address = (env.npm_config_registry || ask()).trim()
  return URL.canParse(address) ? address : ''
}

function askNpm() {
  const windows = process.platform === 'win32'
  const asked = spawnSync(windows ? 'npm.cmd' : 'npm', ['config', 'get', 'registry'], {
    encoding: 'utf8',
    shell: windows,
  })
  return asked.stdout ?? ''
}
