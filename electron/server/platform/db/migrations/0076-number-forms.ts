/** Brazilian mobile numbers are found with and without their ninth digit (contactSearchText in db/search.ts). */
export const numberForms = `
UPDATE contacts SET search = search || ' ' || substr(number, 1, 4) || substr(number, 6)
	WHERE length(number) = 13 AND number LIKE '55__9%' AND substr(number, 6, 1) IN ('6', '7', '8', '9') AND is_group = 0;
UPDATE contacts SET search = search || ' ' || substr(number, 1, 4) || '9' || substr(number, 5)
	WHERE length(number) = 12 AND number LIKE '55%' AND substr(number, 5, 1) IN ('6', '7', '8', '9') AND is_group = 0;
`
