/** A person's macros, where the server keeps none. */
export const macroTables = `
CREATE TABLE macros (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  scope INTEGER NOT NULL REFERENCES scopes (id) ON DELETE CASCADE,
  name TEXT NOT NULL,
  steps TEXT NOT NULL
);
CREATE INDEX macros_scope ON macros (scope, name);
`
