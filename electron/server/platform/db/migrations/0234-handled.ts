/**
 * How much was handled stands beside a sum: a forecast asks for it of every person's days, and reading it out of each took longer than
 * everything else. What was summed up before has it from the tenth duration of the tally, which is that of handling within opening hours.
 */
const handledOf = (integer: string, sum: string): string => `
ALTER TABLE report_rollups ADD COLUMN handled_ms ${integer} DEFAULT 0 NOT NULL;
UPDATE report_rollups SET handled_ms = coalesce(${sum}, 0) WHERE span = 'day' AND scope IN ('user', 'queueUser');
`

export const handled = {
  sql: handledOf('integer', "json_extract(tally, '$.d[9][1]')"),
  postgres: handledOf('bigint', "(tally::json #>> '{d,9,1}')::bigint"),
}
