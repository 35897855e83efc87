import { type Client, isForgeError, type Output } from "@forgehand/core";
import { getRepository } from "@forgehand/core/operations";
import type { Problem } from "../../messages/problem.ts";
import type { About } from "../acting.ts";
import { problemOf } from "../problems.ts";

/** A repository's name. */
export interface RepositoryName {
  readonly owner: string;
  readonly repo: string;
}

/** A repository, and what its reader has of it; or why that isn't known. */
interface Looked<T> {
  readonly repository: Output<typeof getRepository>;
  readonly asked?: T;
  readonly why?: Problem;
}

/**
 * Looks at a repository and at what its reader has of it, at the same time. "Nothing" is only known of a repository that
 * can be read, under the name that it has now: else a 404 could mean anything.
 * @throws what keeps the repository from being read
 */
export async function lookAtRepository<T>(
  { call }: Client,
  { subject: { owner, repo } }: About,
  ask: (name: RepositoryName) => Promise<T>,
): Promise<Looked<T>> {
  const asking = answerTo(ask({ owner, repo }));
  const repository = await call(getRepository, { owner, repo });
  const now = nameOf(repository);
  const isRenamed = `${now.owner}/${now.repo}`.toLowerCase() !== `${owner}/${repo}`.toLowerCase();
  return { repository, ...(await (isRenamed ? answerTo(ask(now)) : asking)) };
}

/** Changes something of a repository; where the page has an old name of it, under its name of now. */
export async function changeRepository(
  { call }: Client,
  { subject: { owner, repo } }: About,
  change: (name: RepositoryName) => Promise<unknown>,
): Promise<void> {
  try {
    await change({ owner, repo });
  } catch (error) {
    // A browser hides where the service sends a call on, behind a status that there isn't.
    if (!isForgeError(error) || error.status !== 0) throw error;
    await change(nameOf(await call(getRepository, { owner, repo })));
  }
}

const nameOf = ({ owner, name }: Output<typeof getRepository>): RepositoryName => ({ owner: owner.login, repo: name });

function answerTo<T>(asking: Promise<T>): Promise<{ readonly asked: T } | { readonly why: Problem }> {
  return asking.then(
    (asked) => ({ asked }),
    (error: unknown) => ({ why: problemOf(error) }),
  );
}
