/** How Meta charges for a message (by message or by conversation): nothing ever asked. */
export const noPriceModel = 'ALTER TABLE cloud_messages DROP COLUMN price_model;'
