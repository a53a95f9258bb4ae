/** What processes on PostgreSQL share besides their leases (electron/server/platform/cluster). */
import { SHARED_TABLES } from '../engine/postgres-schema'

export const shared = {
  sql: `
ALTER TABLE work_processes ADD COLUMN works integer DEFAULT 0 NOT NULL;
ALTER TABLE work_processes ADD COLUMN key_print text;
`,
  postgres: `
alter table work_processes add column works bigint not null default 0;
alter table work_processes add column key_print text collate "C";
${SHARED_TABLES}`,
}
