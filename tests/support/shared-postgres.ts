/** What several server processes need besides themselves: a PostgreSQL of the tests' own with a migrated database. */
import { type Cluster, inCluster, startCluster, urlOf } from './postgres/cluster'
import { makeTemplate } from './postgres/databases'

export interface Services {
  postgres: Cluster
  /** Of the migrated database `shared`. */
  url: string
  stop(): Promise<void>
}

/** @throws Error when it does not start. */
export async function startServices(): Promise<Services> {
  const postgres = await startCluster()
  try {
    await makeTemplate(postgres.socket)
    await inCluster(postgres.socket, ['create database shared template turno_template'])
    return {
      postgres,
      url: urlOf(postgres.socket, 'shared'),
      async stop() {
        await postgres.stop()
      },
    }
  } catch (error) {
    await postgres.stop()
    throw error
  }
}
