import { ServerSection } from '@/features/servers'

/** Which server, and what it can do. */
export function ServerPart() {
  return <ServerSection />
}
