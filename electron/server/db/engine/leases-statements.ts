/** What the processes of a database ask it for their leases (./leases.ts), and how they say something to each other. */
import { NOW } from './postgres-triggers'

/** Lines of processes by their numbers: one whose line is gone has ended. */
export const LINE = 'turno work '
export const isLined = (id: string): string => `exists (select 1 from pg_stat_activity a
  where a.datname = current_database() and a.application_name = '${LINE}' || ${id})`
/** Where the others say something to all, and to one. */
export const ALL = 'turno_processes'
export const ONE = 'turno_process_'
/** What is for a process that has no line is not said. */
export const NOTIFY = `select said.at - 1 as at, pg_notify(case when "to" is null then '${ALL}' else '${ONE}' || "to" end, part)
  from unnest($1::bigint[], $2::text[]) with ordinality as said("to", part, at)
  where "to" is null or '${LINE}' || "to" = any (array(select application_name from pg_stat_activity where datname = current_database()))`
/** Renews the time of a process, and says who else lives and who works for what. */
export const BEAT = `with renewed as (update work_processes set until = ${NOW} + $2, works = $3 where id = $1 returning id)
  select (select count(*) from renewed)::int as renewed,
    (select coalesce(json_agg(json_build_object('id', p.id, 'until', p.until, 'works', p.works,
        'gone', p.until <= ${NOW} or not ${isLined('p.id')})), '[]')
      from work_processes p where p.id <> $1) as others,
    (select json_object_agg(shard, process_id) from work_shards) as shards`
export const TAKE = `update work_shards set process_id = $1 where shard in (
    select shard from work_shards
    where process_id is null or process_id not in (select id from work_processes)
    order by shard limit $2 for update skip locked)
  returning shard`

export interface Beat {
  renewed: number
  others: { id: number; until: number; works: number; gone: boolean }[]
  shards: Record<string, number | null>
}
