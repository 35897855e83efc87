/** Owner of all repositories in the seed. */
export const OWNER = "acme";

/** Name of a repository in the seed. */
export const repositoryName = (index: number) => `widgets-${index}`;

/** The repository that has a webhook. */
export const HOOKED_REPOSITORY = repositoryName(0);

/**
 * Creates a seed with `count` repositories, each starred by alice, and as many deliveries of one webhook. Creation and
 * push times differ, as those of real repositories do.
 * @param organizationHooks webhooks of the organization
 */
export function createSeed(count: number, organizationHooks: readonly object[] = []): object {
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
