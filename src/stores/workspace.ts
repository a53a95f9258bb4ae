/**
 * What the server in use is for: a demo, a company, or a workspace that waits for its first company. Asked of each server
 * once, before anybody signs in; the demo of this computer is known without asking.
 */
import { type BodyIn, DEMO_KEY, OWN_KEY, UNCHOSEN_KEY, type WorkspaceState } from '@contract'
import { create } from 'zustand'
import { call } from '@/api'
import { useServers } from './servers'

interface Known {
  /** Key of the server that was asked. */
  server: string
  state: WorkspaceState
}

/** Null until the server in use has said it; a server that cannot be reached has not. */
const useKnown = create<{ known: Known | null }>()(() => ({ known: null }))

/** Asks the server in use. */
export async function loadWorkspace(): Promise<void> {
  const server = useServers.getState().state?.current
  if (server === undefined || server === UNCHOSEN_KEY) return useKnown.setState({ known: null })
  try {
    const state = await call('workspace.state')
    if (useServers.getState().state?.current === server) useKnown.setState({ known: { server, state } })
  } catch {
    // Asked again with the next server, or when the window is opened again; until then it is taken for a company's.
  }
}

/** Follows the choice of servers; called once per window. @returns how to stop. */
export function followWorkspace(): () => void {
  let before: string | undefined
  const look = (): void => {
    const server = useServers.getState().state?.current
    if (server === before) return
    before = server
    void loadWorkspace()
  }
  look()
  const stop = useServers.subscribe(look)
  return () => {
    stop()
    useKnown.setState({ known: null })
  }
}

const stateOf = (known: Known | null, server: string | undefined): WorkspaceState | null =>
  known !== null && known.server === server ? known.state : null

/** What the server in use said; null until it has. */
export function useWorkspaceState(): WorkspaceState | null {
  const server = useServers(({ state }) => state?.current)
  return useKnown(({ known }) => stateOf(known, server))
}

/** Whether what is on the screen is a demo's. */
export function useIsDemo(): boolean {
  const server = useServers(({ state }) => state?.current)
  return useWorkspaceState()?.kind === 'demo' || server === DEMO_KEY
}

/** Founds the first company of the server in use. @throws ApiError with the server's error. */
export async function foundCompany(body: BodyIn<'workspace.found'>): Promise<void> {
  await call('workspace.found', { body })
  await loadWorkspace()
}

/** Where the company's data lie, which a sign-out leaves where they are. */
export function useCompanyPlace(): 'own' | 'demo' | 'server' {
  const server = useServers(servers => servers.state?.current)
  if (server === OWN_KEY) return 'own'
  return server === DEMO_KEY ? 'demo' : 'server'
}
