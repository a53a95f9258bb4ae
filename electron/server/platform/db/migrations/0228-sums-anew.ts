/** Sums tell more apart than they did: all are made anew. */
export const sumsAnew = `
INSERT INTO report_dirty (company_id, span, start)
  SELECT DISTINCT company_id, 'day', start FROM report_rollups WHERE span = 'day'
  ON CONFLICT (company_id, span, start) DO UPDATE SET version = report_dirty.version + 1;
`
