import type { Dialect } from "@forgehand/core/dialects";
import { timestamp } from "../timestamp.ts";
import { addMember, createAccount, createTeam } from "./accounts.ts";
import type { Database } from "./database.ts";
import { createHook } from "./hooks.ts";
import { createPullRequest } from "./pull-requests.ts";
import { addCollaborator, createRepository } from "./repositories.ts";
import { addToken, allPermissions } from "./tokens.ts";
import { putSecret } from "./updater-secrets.ts";

/** What a service can start with. */
export const SEEDS = { demo: seedDemo, empty: () => ({}) } as const;

/** Scopes of a token that may do everything. */
const ALL_SCOPES = "repo workflow user admin:org admin:org_hook admin:repo_hook admin:gpg_key admin:enterprise".split(
  " ",
);

/** Where the demo's webhook points until somebody changes it. */
const DEMO_RECEIVER = "http://127.0.0.1:8787/deliveries";

/**
 * A small company: an organization with an owner, two members and a team, a public and a private repository, one pull
 * request, one secret, one webhook.
 * @returns the tokens by their names
 */
function seedDemo(db: Database, dialect: Dialect, now: Date): Record<string, string> {
  // Everything is a week old, so that whatever is done next moves every `updated_at`.
  const then = timestamp(new Date(now.getTime() - 7 * 86_400_000));
  const user = (login: string, name: string) => createAccount(db, { login, name, type: "User", created_at: then });
  const alice = user("alice", "Alice Archer");
  const bob = user("bob", "Bob Baker");
  const carol = user("carol", "Carol Carter");
  const mallory = user("mallory", "Mallory Marsh");
  const acme = createAccount(db, { login: "acme", name: "Acme", type: "Organization", created_at: then });
  addMember(db, acme, alice, "admin");
  addMember(db, acme, bob, "member");
  addMember(db, acme, carol, "member");
  const team = {
    organization_id: acme.id,
    slug: "reviewers",
    name: "Reviewers",
    description: "Who reads every change",
  };
  const reviewers = createTeam(db, team, [bob, carol]);

  const about = { owner_id: acme.id, language: "TypeScript" };
  const widgets = createRepository(
    db,
    { ...about, name: "widgets", private: false, description: "Widgets for every occasion" },
    then,
  );
  const gears = createRepository(
    db,
    { ...about, name: "gears", private: true, description: "What turns the widgets" },
    then,
  );
  for (const repository of [widgets, gears]) {
    addCollaborator(db, repository, { user: bob }, "push");
    addCollaborator(db, repository, { user: carol }, "push");
    addCollaborator(db, repository, { team: reviewers }, "push");
  }
  createPullRequest(db, {
    repository_id: widgets.id,
    number: 1,
    user_id: bob.id,
    title: "Round the corners of the widget",
    body: "Sharp corners scratch. This rounds them, and adds a test that runs a thumb over each.",
    state: "open",
    head: "round-corners",
    base: widgets.default_branch,
    created_at: then,
    updated_at: then,
  });
  putSecret(
    db,
    acme.id,
    { name: "DEPLOY_KEY", value: "the old deploy key", visibility: "selected" },
    [widgets.id],
    then,
  );
  createHook(
    db,
    widgets.id,
    {
      url: DEMO_RECEIVER,
      content_type: "json",
      secret: "demo-hook-secret",
      insecure_ssl: "0",
      events: ["push", "star", "pull_request"],
      active: true,
    },
    then,
  );

  const { tokenPrefixes: prefix } = dialect;
  const everything = allPermissions("repository", "organization");
  const none = { scopes: [], permissions: {}, user_id: null, organization_id: null, repository_id: null };
  const tokens = [
    { ...none, name: "alice", kind: "classic", user_id: alice.id, scopes: ALL_SCOPES },
    { ...none, name: "bob", kind: "classic", user_id: bob.id, scopes: ["repo"] },
    { ...none, name: "mallory", kind: "classic", user_id: mallory.id },
    { ...none, name: "alice-fine-grained", kind: "fine-grained", user_id: alice.id, permissions: everything },
    { ...none, name: "acme-installation", kind: "installation", organization_id: acme.id, permissions: everything },
    {
      ...none,
      name: "workflow",
      kind: "workflow",
      repository_id: widgets.id,
      permissions: allPermissions("repository"),
    },
  ] as const;
  return Object.fromEntries(
    tokens.map((token) => {
      const start = prefix[token.kind === "workflow" ? "installation" : token.kind];
      const value = `${start}demo_${token.name.replaceAll("-", "_")}`;
      addToken(db, { ...token, scopes: [...token.scopes], permissions: { ...token.permissions }, token: value });
      return [token.name, value];
    }),
  );
}
