/**
 * Returns a seed with the repository `acme/site`, to which bob can push, and the empty `acme/blank`.
 * @param fields further sections of `acme/site`
 * @param repositories further repositories
 */
export const siteSeed = (fields: object, repositories: object = {}) => ({
  users: { alice: {}, bob: {}, mallory: {} },
  organizations: { acme: { members: { alice: "owner" } } },
  repositories: {
    "acme/site": {
      collaborators: { bob: "push" },
      files: { "a.txt": "1\n" },
      hooks: [{ url: "https://example.com/hook", events: ["*"] }],
      ...fields,
    },
    ...repositories,
    "acme/blank": {},
  },
  tokens: Object.fromEntries(
    ["alice", "bob", "mallory"].map((user) => [user, { kind: "classic", user, scopes: "all" }]),
  ),
});
