/** What several server processes need besides themselves: a PostgreSQL with a migrated database, and a Redis, both of the tests' own. */
import { type Cluster, inCluster, startCluster, urlOf } from './postgres/cluster'
import { makeTemplate } from './postgres/databases'
import { type PrivateRedis, startRedis } from './redis/private-redis'

export interface Services {
  postgres: Cluster
  redis: PrivateRedis
  /** Of the migrated database `shared`. */
  url: string
  stop(): Promise<void>
}

/** @throws Error when one of them does not start; then none is left. */
export async function startServices(): Promise<Services> {
  const postgres = await startCluster()
  try {
    await makeTemplate(postgres.socket)
    await inCluster(postgres.socket, ['create database shared template turno_template'])
    const redis = await startRedis()
    return {
      postgres,
      redis,
      url: urlOf(postgres.socket, 'shared'),
      async stop() {
        await redis.stop()
        await postgres.stop()
      },
    }
  } catch (error) {
    await postgres.stop()
    throw error
  }
}
