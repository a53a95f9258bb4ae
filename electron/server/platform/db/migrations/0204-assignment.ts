/** Queues hand out their tickets: by which rule, to whom, and what becomes of those of somebody who leaves. */
export const assignment = `
ALTER TABLE queues ADD COLUMN assign_mode text DEFAULT 'hand' NOT NULL;
ALTER TABLE queues ADD COLUMN assign_ceiling integer;
ALTER TABLE queues ADD COLUMN assign_away text DEFAULT 'stay' NOT NULL;
ALTER TABLE queues ADD COLUMN assign_sticky_hours integer DEFAULT 0 NOT NULL;
ALTER TABLE queues ADD COLUMN assign_skill_minutes integer;
CREATE INDEX queues_assigning ON queues (company_id) WHERE assign_mode <> 'hand' OR assign_away <> 'stay';
ALTER TABLE users ADD COLUMN ticket_ceiling integer;
ALTER TABLE users ADD COLUMN handed_on_at integer;
CREATE TABLE user_skills (
  company_id integer NOT NULL REFERENCES companies(id) ON DELETE CASCADE,
  user_id integer NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  tag_id integer NOT NULL REFERENCES tags(id) ON DELETE CASCADE,
  PRIMARY KEY (user_id, tag_id)
);
CREATE INDEX user_skills_tag ON user_skills (tag_id);
CREATE INDEX user_skills_company ON user_skills (company_id);
CREATE TABLE assignment_turns (
  company_id integer NOT NULL REFERENCES companies(id) ON DELETE CASCADE,
  queue_id integer NOT NULL REFERENCES queues(id) ON DELETE CASCADE,
  user_id integer NOT NULL REFERENCES users(id) ON DELETE CASCADE,
  turn integer NOT NULL,
  PRIMARY KEY (queue_id, user_id)
);
CREATE INDEX assignment_turns_user ON assignment_turns (user_id);
CREATE INDEX assignment_turns_company ON assignment_turns (company_id);
CREATE TABLE given_away (
  ticket_id integer PRIMARY KEY NOT NULL REFERENCES tickets(id) ON DELETE CASCADE,
  company_id integer NOT NULL REFERENCES companies(id) ON DELETE CASCADE,
  user_id integer NOT NULL REFERENCES users(id) ON DELETE CASCADE
);
CREATE INDEX given_away_user ON given_away (user_id);
CREATE INDEX given_away_company ON given_away (company_id);
`
