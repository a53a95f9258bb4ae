/** Networks from which somebody has signed in: from there they go ahead of a crowd that tries their name. */
export const signInPlaces = `
CREATE TABLE sign_in_places (
	user_id integer NOT NULL REFERENCES users(id) ON DELETE CASCADE,
	company_id integer NOT NULL REFERENCES companies(id) ON DELETE CASCADE,
	place text NOT NULL,
	seen_at integer NOT NULL,
	PRIMARY KEY(user_id, place)
);
CREATE INDEX sign_in_places_seen ON sign_in_places (user_id, seen_at);
CREATE INDEX sign_in_places_company ON sign_in_places (company_id);
`
