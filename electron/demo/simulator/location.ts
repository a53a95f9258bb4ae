/** Where a customer says to be. */
import { mediaFile, variantsOf } from '../media'
import type { Random } from './random'
import type { Case } from './talk/cases'

/**
 * Body of a location message: picture, link and description between pipes, as in
 * `data:image/png;base64,... | link | description`.
 */
export async function locationBody(random: Random, concern: Case): Promise<string> {
  const { bytes } = await mediaFile('map', random.int(0, variantsOf('map') - 1))
  const lat = (-random.int(3_000, 30_000) / 1_000).toFixed(4)
  const lng = (-random.int(35_000, 55_000) / 1_000).toFixed(4)
  const link = `https://maps.google.com/maps?q=${lat}%2C${lng}&z=17&hl=pt-BR`
  const map = Buffer.from(bytes).toString('base64')
  return `data:image/png;base64,${map} | ${link} | ${concern.person.address}, ${concern.person.city}`
}
