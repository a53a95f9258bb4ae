/**
 * Sums are written in half the letters: all are made anew, days first, and nobody reads a sum of a day that is noted here, nor one that
 * has such a day in it. What people did in a period is found by when it ended, and how long they were there in a year by one index.
 */
export const denseSums = `
INSERT INTO report_dirty (company_id, span, start)
  SELECT DISTINCT company_id, 'day', start FROM report_rollups WHERE span = 'day' AND scope = 'all'
  ON CONFLICT (company_id, span, start) DO UPDATE SET version = report_dirty.version + 1;
CREATE INDEX online_spans_ended ON online_spans (company_id, ended_at, started_at, user_id);
CREATE INDEX breaks_ended ON breaks (company_id, ended_at, started_at, user_id);
CREATE INDEX report_presence_read ON report_presence (company_id, day, user_id, online, on_break, busy);
`
