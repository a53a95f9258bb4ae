/** Before all tests of `npm run test:postgres`: the one PostgreSQL they share. */
import { startCluster } from './cluster'
import { makeTemplate } from './databases'

export async function setup(): Promise<() => Promise<void>> {
  const cluster = await startCluster()
  try {
    await makeTemplate(cluster.socket)
  } catch (error) {
    await cluster.stop()
    throw error
  }
  process.env.TURNO_TEST_POSTGRES = cluster.socket
  return cluster.stop
}
