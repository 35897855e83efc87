import type { Client, Output } from "@forgehand/core";
import { getRepository } from "@forgehand/core/operations";
import type { Problem } from "../../model/problem.ts";
import type { MessageSubject } from "../message-subject.ts";
import { toProblem } from "../problems.ts";
import { rememberRepository } from "./current-name.ts";

/** A repository, as in the parameters of operations. */
interface RepositoryParams {
  readonly owner: string;
  readonly repo: string;
}

/** A repository and the user's state of it, or why the state is unknown. */
interface RepositoryWithState<T> {
  readonly repository: Output<typeof getRepository>;
  readonly state?: T;
  readonly why?: Problem;
}

/**
 * Reads a repository and the user's state of it concurrently. A 404 for the state is only meaningful if the repository
 * can be read under its current name.
 * @throws if the repository cannot be read
 */
export async function readRepositoryWithState<T>(
  { call }: Client,
  subject: MessageSubject,
  readState: (name: RepositoryParams) => Promise<T>,
): Promise<RepositoryWithState<T>> {
  const { owner, repo } = subject.subject;
  const pendingState = settleState(readState({ owner, repo }));
  const repository = await call(getRepository, { owner, repo });
  rememberRepository(subject, repository);
  const currentName = paramsOf(repository);
  const isRenamed = `${currentName.owner}/${currentName.repo}`.toLowerCase() !== `${owner}/${repo}`.toLowerCase();
  return { repository, ...(await (isRenamed ? settleState(readState(currentName)) : pendingState)) };
}

const paramsOf = ({ owner, name }: Output<typeof getRepository>): RepositoryParams => ({
  owner: owner.login,
  repo: name,
});

function settleState<T>(pendingState: Promise<T>): Promise<{ readonly state: T } | { readonly why: Problem }> {
  return pendingState.then(
    (state) => ({ state }),
    (error: unknown) => ({ why: toProblem(error) }),
  );
}
