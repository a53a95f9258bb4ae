/** Messages of the Cloud API that are shown while their file is still to come (schema-cloud.ts). */
export const shownWithoutFile = 'ALTER TABLE cloud_inbox ADD COLUMN shown_at integer;'
