/** Views of tickets, where their server keeps none: what one is stands as JSON (src/contract/saved-views.ts). */
export const savedViewTables = `
CREATE TABLE saved_views (
  id INTEGER PRIMARY KEY AUTOINCREMENT,
  scope INTEGER NOT NULL REFERENCES scopes (id) ON DELETE CASCADE,
  place INTEGER NOT NULL,
  form TEXT NOT NULL
);
CREATE INDEX saved_views_place ON saved_views (scope, place);
`
