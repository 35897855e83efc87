/** Where the calls of the bench go. */
export const OWNER = "acme";

/** The name of a repository of a world. */
export const repositoryName = (index: number) => `widgets-${index}`;

/** How many deliveries the one webhook of a world has in a page that is asked for. */
export const HOOKED = repositoryName(0);

/**
 * A seed with so many repositories, each starred by alice, and as many deliveries of one webhook. Repositories differ in
 * when they were made and pushed to, as real ones do.
 * @param organizationHooks webhooks of their organization
 */
export function worldOf(count: number, organizationHooks: readonly object[] = []): object {
  const hook = {
    url: "http://127.0.0.1:9/deliveries",
    events: ["push"],
    deliveries: Array.from({ length: count }, (_, index) => ({ event: "push", time: `-${count - index}s` })),
  };
  const repositories = Array.from({ length: count }, (_, index) => [
    `${OWNER}/${repositoryName(index)}`,
    {
      description: `Widgets for every occasion, lot ${index}`,
      language: "TypeScript",
      topics: ["widgets", `lot-${index % 10}`],
      created: `-${2 * count - index}m`,
      pushed: `-${index + 1}m`,
      stars: { alice: `-${index + 1}s` },
      ...(index === 0 ? { hooks: [hook] } : {}),
    },
  ]);
  return {
    users: { alice: {} },
    organizations: { [OWNER]: { members: { alice: "owner" }, hooks: organizationHooks } },
    repositories: Object.fromEntries(repositories),
    tokens: { alice: { kind: "classic", user: "alice", scopes: "all" } },
  };
}
