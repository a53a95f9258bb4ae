/**
 * The demo's front door: whom one tries it as. The demo company itself is electron/demo; these few
 * facts are shared because the first window offers its people by one press.
 */

/** Password of everybody of the demo company; nothing of a real company is behind it. */
export const DEMO_PASSWORD = 'turno-demo'

/** One person per role, in the order they are offered. */
export const DEMO_PEOPLE = [
  { role: 'agent', name: 'Ana Martins', email: 'ana@demo.turno' },
  { role: 'supervisor', name: 'Carla Nogueira', email: 'carla@demo.turno' },
  { role: 'admin', name: 'Alice Prado', email: 'admin@demo.turno' },
  { role: 'super', name: 'Sofia Lacerda', email: 'super@demo.turno' },
] as const

export const DEMO_ROLES = ['agent', 'supervisor', 'admin', 'super'] as const
export type DemoRole = (typeof DEMO_ROLES)[number]

/** Keys of the two workspaces of this computer among the servers. The demo has the older name, which kept files carry. */
export const DEMO_KEY = 'embedded'
export const OWN_KEY = 'own'
/** Nothing was chosen yet: the first window asks. */
export const UNCHOSEN_KEY = 'none'
