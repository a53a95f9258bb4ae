/** Results are asked for by when clocks began; when they are due is asked of tickets. */
export const deadlinesBegun = `
DROP INDEX deadlines_due;
CREATE INDEX deadlines_begun ON deadlines (company_id, started_at);
`
