/**
 * Seed with two organizations: in `acme`, members have no access by default; in `globex`, they can read all
 * repositories. The repositories differ in visibility, fork and archive state, and sort differently by each of their
 * times.
 */
export const COMPANY = {
  users: {
    alice: { name: "Alice Archer", email: "alice@acme.example", two_factor: true },
    bob: { name: "Bob Baker" },
    carol: {},
    dave: {},
    mallory: {},
  },
  organizations: {
    acme: {
      description: "Widgets and what turns them",
      members: { alice: "owner", bob: "member", carol: "member" },
      base_permission: "none",
      teams: {
        builders: { name: "Builders", members: ["carol"] },
        board: { name: "Board", privacy: "secret", members: ["alice", "carol"] },
        testers: { name: "Testers", parent: "builders", members: ["bob"] },
      },
    },
    globex: { members: { dave: "owner", bob: "member" }, base_permission: "pull" },
  },
  repositories: {
    "acme/widgets": {
      description: "Widgets for every occasion",
      language: "TypeScript",
      topics: ["widgets", "round"],
      license: "mit",
      collaborators: { bob: "push", dave: "triage" },
      teams: { builders: "maintain", board: "admin" },
      created: "2026-01-01T00:00:00Z",
      pushed: "2026-06-04T00:00:00Z",
      files: { "README.md": "Widgets.\n" },
    },
    "acme/gears": {
      private: true,
      collaborators: { bob: "push" },
      created: "2026-01-02T00:00:00Z",
      pushed: "2026-06-03T00:00:00Z",
      files: { "README.md": "Gears.\n" },
    },
    "acme/vault": { private: true, created: "2026-01-03T00:00:00Z", pushed: "2026-06-02T00:00:00Z" },
    "acme/museum": { archived: true, created: "2026-01-04T00:00:00Z", pushed: "2026-06-01T00:00:00Z" },
    "globex/engine": {
      private: true,
      // Members can read it already.
      collaborators: { bob: "push" },
      created: "2026-01-05T00:00:00Z",
      pushed: "2026-05-01T00:00:00Z",
    },
    "bob/notes": { private: true, created: "2026-01-06T00:00:00Z", pushed: "2026-04-01T00:00:00Z" },
    "bob/widgets": { fork_of: "acme/widgets", created: "2026-01-07T00:00:00Z", pushed: "2026-07-01T00:00:00Z" },
  },
  apps: { helper: { owner: "acme", installations: { acme: { repositories: ["acme/gears"] } } } },
  tokens: {
    alice: { kind: "classic", user: "alice", scopes: "all" },
    "alice-narrow": { kind: "classic", user: "alice", scopes: ["public_repo", "read:org"] },
    bob: { kind: "classic", user: "bob", scopes: ["repo", "read:org", "user", "delete_repo"] },
    "bob-public": { kind: "classic", user: "bob", scopes: ["read:org"] },
    "bob-fine": { kind: "fine-grained", user: "bob", permissions: "all", owner: "acme" },
    "bob-app": { kind: "user-access", user: "bob", app: "helper", permissions: "all" },
    carol: { kind: "classic", user: "carol", scopes: ["repo", "read:org"] },
    dave: { kind: "classic", user: "dave", scopes: ["repo", "read:org"] },
    mallory: { kind: "classic", user: "mallory", scopes: ["repo"] },
    installation: { kind: "installation", app: "helper", account: "acme", permissions: "all" },
    job: { kind: "workflow", repository: "acme/gears", permissions: "all" },
  },
};
