/** The tables. Names that people type (logins, repositories, secrets) compare without regard to case. */
export const SCHEMA = `
PRAGMA foreign_keys = ON;

CREATE TABLE accounts (
  id INTEGER PRIMARY KEY, login TEXT NOT NULL UNIQUE COLLATE NOCASE, type TEXT NOT NULL, name TEXT, created_at TEXT NOT NULL
) STRICT;
CREATE TABLE members (
  organization_id INTEGER NOT NULL REFERENCES accounts, user_id INTEGER NOT NULL REFERENCES accounts, role TEXT NOT NULL,
  PRIMARY KEY (organization_id, user_id)
) STRICT;
CREATE TABLE teams (
  id INTEGER PRIMARY KEY, organization_id INTEGER NOT NULL REFERENCES accounts, slug TEXT NOT NULL COLLATE NOCASE,
  name TEXT NOT NULL, description TEXT, UNIQUE (organization_id, slug)
) STRICT;
CREATE TABLE team_members (
  team_id INTEGER NOT NULL REFERENCES teams, user_id INTEGER NOT NULL REFERENCES accounts, PRIMARY KEY (team_id, user_id)
) STRICT;

CREATE TABLE repositories (
  id INTEGER PRIMARY KEY, owner_id INTEGER NOT NULL REFERENCES accounts, name TEXT NOT NULL COLLATE NOCASE,
  private INTEGER NOT NULL, description TEXT, language TEXT, default_branch TEXT NOT NULL,
  created_at TEXT NOT NULL, updated_at TEXT NOT NULL, pushed_at TEXT NOT NULL, UNIQUE (owner_id, name)
) STRICT;
CREATE TABLE tokens (
  token TEXT PRIMARY KEY, name TEXT NOT NULL UNIQUE, kind TEXT NOT NULL, user_id INTEGER REFERENCES accounts,
  organization_id INTEGER REFERENCES accounts, repository_id INTEGER REFERENCES repositories,
  scopes TEXT NOT NULL, permissions TEXT NOT NULL
) STRICT;
CREATE TABLE collaborators (
  repository_id INTEGER NOT NULL REFERENCES repositories, user_id INTEGER REFERENCES accounts,
  team_id INTEGER REFERENCES teams, permission TEXT NOT NULL, UNIQUE (repository_id, user_id), UNIQUE (repository_id, team_id)
) STRICT;
CREATE TABLE stars (
  repository_id INTEGER NOT NULL REFERENCES repositories, user_id INTEGER NOT NULL REFERENCES accounts,
  starred_at TEXT NOT NULL, PRIMARY KEY (repository_id, user_id)
) STRICT;
CREATE TABLE subscriptions (
  repository_id INTEGER NOT NULL REFERENCES repositories, user_id INTEGER NOT NULL REFERENCES accounts,
  ignored INTEGER NOT NULL, created_at TEXT NOT NULL, PRIMARY KEY (repository_id, user_id)
) STRICT;

CREATE TABLE pull_requests (
  id INTEGER PRIMARY KEY, repository_id INTEGER NOT NULL REFERENCES repositories, number INTEGER NOT NULL,
  user_id INTEGER NOT NULL REFERENCES accounts, title TEXT NOT NULL, body TEXT, state TEXT NOT NULL,
  head TEXT NOT NULL, base TEXT NOT NULL, created_at TEXT NOT NULL, updated_at TEXT NOT NULL,
  UNIQUE (repository_id, number)
) STRICT;
CREATE TABLE review_requests (
  id INTEGER PRIMARY KEY, pull_request_id INTEGER NOT NULL REFERENCES pull_requests,
  user_id INTEGER REFERENCES accounts, team_id INTEGER REFERENCES teams,
  UNIQUE (pull_request_id, user_id), UNIQUE (pull_request_id, team_id)
) STRICT;

CREATE TABLE seal_keys (
  organization_id INTEGER PRIMARY KEY REFERENCES accounts, id TEXT NOT NULL, public TEXT NOT NULL, private TEXT NOT NULL
) STRICT;
CREATE TABLE updater_secrets (
  id INTEGER PRIMARY KEY, organization_id INTEGER NOT NULL REFERENCES accounts, name TEXT NOT NULL COLLATE NOCASE,
  value TEXT NOT NULL, visibility TEXT NOT NULL, created_at TEXT NOT NULL, updated_at TEXT NOT NULL,
  UNIQUE (organization_id, name)
) STRICT;
CREATE TABLE updater_secret_repositories (
  secret_id INTEGER NOT NULL REFERENCES updater_secrets ON DELETE CASCADE,
  repository_id INTEGER NOT NULL REFERENCES repositories, PRIMARY KEY (secret_id, repository_id)
) STRICT;
CREATE TABLE organization_subject_templates (
  organization_id INTEGER PRIMARY KEY REFERENCES accounts, keys TEXT NOT NULL
) STRICT;
CREATE TABLE repository_subject_templates (
  repository_id INTEGER PRIMARY KEY REFERENCES repositories, use_default INTEGER NOT NULL, keys TEXT
) STRICT;
CREATE TABLE variables (
  repository_id INTEGER NOT NULL REFERENCES repositories, name TEXT NOT NULL COLLATE NOCASE, value TEXT NOT NULL,
  created_at TEXT NOT NULL, updated_at TEXT NOT NULL, PRIMARY KEY (repository_id, name)
) STRICT;

CREATE TABLE hooks (
  id INTEGER PRIMARY KEY AUTOINCREMENT, repository_id INTEGER NOT NULL REFERENCES repositories, url TEXT NOT NULL,
  content_type TEXT NOT NULL, secret TEXT, insecure_ssl TEXT NOT NULL, events TEXT NOT NULL, active INTEGER NOT NULL,
  created_at TEXT NOT NULL, updated_at TEXT NOT NULL
) STRICT;
CREATE TABLE deliveries (
  sequence INTEGER PRIMARY KEY AUTOINCREMENT, hook_id INTEGER NOT NULL REFERENCES hooks ON DELETE CASCADE,
  guid TEXT NOT NULL, event TEXT NOT NULL, action TEXT, redelivery INTEGER NOT NULL, delivered_at TEXT NOT NULL,
  duration REAL NOT NULL, status TEXT NOT NULL, status_code INTEGER NOT NULL, url TEXT NOT NULL,
  request_headers TEXT NOT NULL, request_body TEXT NOT NULL, response_headers TEXT NOT NULL, response_body TEXT
) STRICT;
CREATE INDEX deliveries_of_hook ON deliveries (hook_id, sequence);
`;
