/** What numbers of each provider can do is what docs/whatsapp.md says of them. */
import { readFileSync } from 'node:fs'
import { CHANNEL_CAPABILITIES } from '@contract'
import { expect, it } from 'vitest'
import { CLOUD, offeredBy, WEB } from '../../../electron/server/desk/channel/capabilities'

it('what each channel can do stands in its table, with a date and a source', () => {
  const page = readFileSync(new URL('../../../docs/whatsapp.md', import.meta.url), 'utf8')
  const rows = [
    ...page.matchAll(/^\| `(\w+)` \| (yes|no)\b[^|]* \| (yes|no)\b[^|]* \| 20[\d-]+ \| \S.* \|$/gm),
  ]
  const said = rows.map(([, name, cloud, web]) => ({ name, cloud: cloud === 'yes', web: web === 'yes' }))
  const [cloud, web] = [new Set(offeredBy(CLOUD)), new Set(offeredBy(WEB))]
  expect(said).toEqual(
    CHANNEL_CAPABILITIES.map(name => ({ name, cloud: cloud.has(name), web: web.has(name) })),
  )
})
