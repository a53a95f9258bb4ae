/** Alarms of the live floor, and which of them are raised. */
export const floorAlarms = `
CREATE TABLE floor_alarms (
  id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
  company_id integer NOT NULL REFERENCES companies(id) ON DELETE CASCADE,
  kind text NOT NULL,
  queue_ids text NOT NULL,
  above integer NOT NULL,
  sound integer NOT NULL,
  notice integer NOT NULL,
  created_at integer NOT NULL,
  updated_at integer NOT NULL
);
CREATE INDEX floor_alarms_company ON floor_alarms (company_id, id);
CREATE TABLE floor_alarm_states (
  alarm_id integer PRIMARY KEY NOT NULL REFERENCES floor_alarms(id) ON DELETE CASCADE,
  company_id integer NOT NULL REFERENCES companies(id) ON DELETE CASCADE,
  since integer NOT NULL,
  raised_at integer,
  value integer NOT NULL,
  noted_at integer,
  noted_by integer REFERENCES users(id) ON DELETE SET NULL
);
CREATE INDEX floor_alarm_states_company ON floor_alarm_states (company_id);
CREATE INDEX floor_alarm_states_noted ON floor_alarm_states (noted_by);
`
