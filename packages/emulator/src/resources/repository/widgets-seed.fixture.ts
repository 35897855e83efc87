/**
 * Returns a seed with the repository `acme/widgets`: alice owns its organization, bob can push and carol can read.
 * @param fields further sections of the repository
 */
export const widgetsSeed = (fields: object) => ({
  users: { alice: {}, bob: {}, carol: {} },
  organizations: { acme: { members: { alice: "owner" } } },
  repositories: {
    "acme/widgets": {
      collaborators: { bob: "push", carol: "pull" },
      files: { "README.md": "# Widgets\n" },
      hooks: [{ url: "http://127.0.0.1:9/hook", events: ["*"] }],
      ...fields,
    },
  },
  tokens: {
    alice: { kind: "classic", user: "alice", scopes: "all" },
    bob: { kind: "classic", user: "bob", scopes: ["repo"] },
    carol: { kind: "classic", user: "carol", scopes: ["repo"] },
  },
});
