/** Between packing and signing: the fuses electron-builder does not know are set (scripts/lib/fuses.mjs). */
import { join } from 'node:path'
import { setOwnFuses } from './fuses.mjs'

const SUFFIX = { darwin: '.app', win32: '.exe', linux: '' }

/**
 * @param {{ appOutDir: string, electronPlatformName: string, packager: { executableName?: string, appInfo: { productFilename: string } } }} context
 */
export default async function afterPack({ appOutDir, electronPlatformName, packager }) {
  const name = electronPlatformName === 'linux' ? packager.executableName : packager.appInfo.productFilename
  await setOwnFuses(join(appOutDir, `${name}${SUFFIX[electronPlatformName]}`))
}
