/** A ticket is measured once for all of its marks. */
export const marksByTicket = `
DROP INDEX report_marks_company;
CREATE INDEX report_marks_ticket ON report_marks (company_id, ticket_id, id);
`
