/** Views of tickets, and the order somebody has them in. */
export const savedViews = `
CREATE TABLE saved_views (
  id integer PRIMARY KEY AUTOINCREMENT NOT NULL,
  company_id integer NOT NULL REFERENCES companies(id) ON DELETE CASCADE,
  user_id integer REFERENCES users(id) ON DELETE SET NULL,
  name text NOT NULL,
  conditions text NOT NULL,
  sort text NOT NULL,
  shared_with text,
  created_at integer NOT NULL
);
CREATE INDEX saved_views_company ON saved_views (company_id, id);
CREATE INDEX saved_views_user ON saved_views (user_id);

CREATE TABLE saved_view_orders (
  user_id integer PRIMARY KEY NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  company_id integer NOT NULL REFERENCES companies(id) ON DELETE CASCADE,
  ids text NOT NULL
);
CREATE INDEX saved_view_orders_company ON saved_view_orders (company_id);
`
