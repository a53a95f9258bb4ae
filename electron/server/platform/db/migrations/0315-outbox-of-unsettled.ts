/** The outbox holds what is on its way alone: what the channel reported is in the message. */
export const outboxOfUnsettled = `
DROP INDEX outgoing_unsettled;
DROP INDEX outgoing_settled;
DELETE FROM outgoing WHERE state = 'settled';
`
