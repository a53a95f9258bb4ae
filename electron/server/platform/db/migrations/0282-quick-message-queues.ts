/** Quick messages may be of some queues alone. */
export const quickMessageQueues = `
ALTER TABLE quick_messages ADD COLUMN queue_ids text DEFAULT '[]' NOT NULL;
`
