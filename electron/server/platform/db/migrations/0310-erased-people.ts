/** When people were erased, so that what the phone of a number still brings of the time before does not bring them back. */
export const erasedPeople = `
CREATE TABLE erased_people (
  company_id integer NOT NULL REFERENCES companies(id) ON DELETE CASCADE,
  mark text NOT NULL,
  at integer NOT NULL,
  PRIMARY KEY (company_id, mark)
);
`
