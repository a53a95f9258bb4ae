/**
 * Sums stand by thirds of months as well, and tell people apart by tag: those of thirds are made of the days', and those of months anew
 * from them. Meanwhile days are read.
 */
export const thirds = `
INSERT INTO report_dirty (company_id, span, start)
  SELECT DISTINCT company_id, 'third', substr(start, 1, 8) || CASE
    WHEN substr(start, 9) < '11' THEN '01' WHEN substr(start, 9) < '21' THEN '11' ELSE '21' END
  FROM report_rollups WHERE span = 'day' AND scope = 'all'
  ON CONFLICT (company_id, span, start) DO UPDATE SET version = report_dirty.version + 1;
INSERT INTO report_dirty (company_id, span, start)
  SELECT DISTINCT company_id, 'month', start FROM report_rollups WHERE span = 'month' AND scope = 'all'
  ON CONFLICT (company_id, span, start) DO UPDATE SET version = report_dirty.version + 1;
`
