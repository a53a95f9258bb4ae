/**
 * What reports are narrowed by stands in the index of a person's conversations: those that are not asked for are passed over without
 * their rows. PostgreSQL refuses entries of more than some 2,700 bytes, which are hundreds of tags of one ticket; an agent sets a
 * hundred at the most (`tags.sync`).
 */
export const filteredCycles = `
DROP INDEX report_cycles_user;
CREATE INDEX report_cycles_user
  ON report_cycles (company_id, user_id, day, queued_at, id, queue_id, whatsapp_id, tag_ids);
`
