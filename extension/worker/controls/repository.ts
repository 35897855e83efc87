import type { Client, Output } from "@forgehand/core";
import { getRepository } from "@forgehand/core/operations";
import type { ControlId } from "../../model/control-states.ts";
import type { Problem } from "../../model/problem.ts";
import type { MessageSubject } from "../message-subject.ts";
import { toProblem } from "../problems.ts";
import { rememberRepository } from "./current-name.ts";

/** Time for which the controls of a page or row share a response, in milliseconds. */
const SHARED_FOR = 5000;

/** A repository, as in the parameters of operations. */
interface RepositoryParams {
  readonly owner: string;
  readonly repo: string;
}

/** A response that describes a repository, with the headers that describe the token. */
export interface RepositoryResponse {
  readonly output: Output<typeof getRepository>;
  readonly headers: Headers;
}

/** A repository and the user's state of it, or why the state is unknown. */
interface RepositoryWithState<T> {
  readonly repository: Output<typeof getRepository>;
  readonly state?: T;
  readonly why?: Problem;
}

interface SharedRead {
  readonly at: number;
  readonly pending: Promise<RepositoryResponse>;
  readonly readers: Set<ControlId>;
}

/** The last read of each repository, by client. */
const sharedReads = new WeakMap<Client, Map<string, SharedRead>>();

const keyOf = ({ owner, repo }: RepositoryParams) => `${owner}/${repo}`.toLowerCase();

/**
 * Reads a repository. The controls of one page share a response: each gets it once, and its next read sends a new
 * request. Failures are only shared while they are pending.
 */
export function readRepository(
  client: Client,
  { subject }: MessageSubject,
  reader: ControlId,
): Promise<RepositoryResponse> {
  const { owner, repo } = subject;
  const reads = sharedReads.get(client) ?? new Map<string, SharedRead>();
  sharedReads.set(client, reads);
  const now = performance.now();
  for (const [key, { at }] of reads) if (now - at >= SHARED_FOR) reads.delete(key);
  const key = keyOf({ owner, repo });
  const found = reads.get(key);
  if (found && !found.readers.has(reader)) {
    found.readers.add(reader);
    return found.pending;
  }
  const pending = client.call.raw(getRepository, { owner, repo });
  const read = { at: now, pending, readers: new Set([reader]) };
  reads.set(key, read);
  pending.catch(() => reads.get(key) === read && reads.delete(key));
  return pending;
}

/** Makes the next read of a repository send a request, because its counts have changed. */
export function forgetRepositoryRead(client: Client, { subject }: MessageSubject): void {
  sharedReads.get(client)?.delete(keyOf(subject));
}

/**
 * Reads a repository and the user's state of it concurrently. A 404 for the state is only meaningful if the repository
 * can be read under its current name.
 * @throws if the repository cannot be read
 */
export async function readRepositoryWithState<T>(
  client: Client,
  subject: MessageSubject,
  reader: ControlId,
  readState: (name: RepositoryParams) => Promise<T>,
): Promise<RepositoryWithState<T>> {
  const { owner, repo } = subject.subject;
  const pendingState = settleState(readState({ owner, repo }));
  const { output: repository } = await readRepository(client, subject, reader);
  rememberRepository(subject, repository);
  const currentName = paramsOf(repository);
  const isRenamed = keyOf(currentName) !== keyOf({ owner, repo });
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
