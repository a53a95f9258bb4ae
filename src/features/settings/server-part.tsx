import { StartLinks } from '@/features/first-run'
import { ServerSection } from '@/features/servers'

/** Which server, what it can do, and the way back to the first question. */
export function ServerPart() {
  return (
    <>
      <ServerSection />
      <StartLinks />
    </>
  )
}
