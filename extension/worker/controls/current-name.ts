import type { Client } from "@forgehand/core";
import { findRepositoryById } from "../jobs/find-repository.ts";
import { isRedirect } from "../jobs/repository-service.ts";
import type { MessageSubject } from "../message-subject.ts";

/** Number of ids above which all are forgotten. */
const MAX_IDS = 5000;

/** Ids of repositories that were read since the worker started, by host and name. */
const ids = new Map<string, number>();

const keyOf = ({ origin, subject: { owner, repo } }: MessageSubject) => `${origin}/${owner}/${repo}`.toLowerCase();

/** Stores a repository's id, by which it can be found after it was renamed. */
export function rememberRepository(subject: MessageSubject, { id }: { readonly id: number }): void {
  if (ids.size >= MAX_IDS) ids.clear();
  ids.set(keyOf(subject), id);
}

/**
 * Runs a function, and runs it again with the repository's current name if the page has an outdated one. The service
 * redirects requests for outdated names. No redirect is followed, because browsers don't report where it leads.
 */
export async function withCurrentName<T>(
  client: Client,
  subject: MessageSubject,
  run: (subject: MessageSubject) => Promise<T>,
): Promise<T> {
  try {
    return await run(subject);
  } catch (error) {
    const id = isRedirect(error) ? ids.get(keyOf(subject)) : undefined;
    const current = id === undefined ? undefined : await findRepositoryById(client, id);
    if (!current) throw error;
    return run({ ...subject, subject: { ...subject.subject, owner: current.owner, repo: current.name } });
  }
}
