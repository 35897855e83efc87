import * as z from "zod/mini";
import type { EmulatorContext, RefUpdate, WebhookEvent } from "../../emulator-context.ts";
import { readCommit } from "../../git/commit.ts";
import { compareCommits } from "../../git/compare.ts";
import { pullRequestChangesOf, tipsOf } from "../../git/pull-request-changes.ts";
import { peelTag } from "../../git/tag.ts";
import { findRef, type GitStore } from "../../state/git-store.ts";
import { findPullRequest, type PullRequest } from "../../state/pull-requests.ts";
import type { Repository } from "../../state/repositories.ts";
import { WORKFLOW_APP_ID } from "../../state/workflow-app.ts";
import type { FilteredRef } from "./match-filters.ts";

/** The fields of payloads that triggers depend on. */
const AppReference = z.optional(z.looseObject({ app: z.nullish(z.looseObject({ id: z.nullish(z.int()) })) }));
const TriggerPayload = z.looseObject({
  ref: z.nullish(z.string()),
  pull_request: z.optional(z.looseObject({ number: z.int() })),
  issue: z.optional(z.looseObject({ title: z.string() })),
  release: z.optional(z.looseObject({ tag_name: z.string(), name: z.nullish(z.string()) })),
  deployment: z.optional(z.looseObject({ sha: z.string(), ref: z.string() })),
  check_run: AppReference,
  check_suite: AppReference,
  workflow_run: z.optional(z.looseObject({ head_branch: z.nullish(z.string()) })),
});

/** The commit that an event's workflows run for. */
export interface TriggerOrigin {
  /** The commit that has the workflow files. */
  readonly fileSha: string;
  readonly headSha: string;
  readonly headBranch: string;
  readonly headRepositoryId: number | null;
  readonly pull: PullRequest | undefined;
  /** The branch or tag that filters apply to. */
  readonly ref: FilteredRef | undefined;
  /** Title of the runs; by default the workflow's name. */
  readonly title: string | undefined;
}

/**
 * Returns what an event's workflows run for; undefined if there is no commit or the event starts none.
 * @param trigger the event's name, or `pull_request_target`
 */
export function resolveTriggerOrigin(
  context: EmulatorContext,
  repository: Repository,
  trigger: string,
  event: WebhookEvent,
): TriggerOrigin | undefined {
  const store = { db: context.db, repositoryId: repository.id };
  // The payload of a push is only created if there are workflow files, because it traverses the history.
  if (event.name === "push") return event.refUpdate && originOfPush(store, event.refUpdate);
  const parsed = z.safeParse(TriggerPayload, event.payload);
  if (!parsed.success) return undefined;
  const payload = parsed.data;
  // Checks of the workflows themselves start none.
  if ((payload.check_run ?? payload.check_suite)?.app?.id === WORKFLOW_APP_ID) return undefined;
  if (event.name === "workflow_dispatch") return originOfRef(store, payload.ref ?? "");
  if (payload.pull_request) {
    return originOfPullRequest(context, repository, payload.pull_request.number, trigger === "pull_request_target");
  }
  const base = originOfRef(store, `refs/heads/${repository.default_branch}`);
  if (!base) return undefined;
  const { release, deployment } = payload;
  if (release) {
    const tagged = originOfRef(store, `refs/tags/${release.tag_name}`) ?? base;
    return { ...tagged, title: release.name || release.tag_name };
  }
  if (deployment) {
    const commit = peelTag(store, deployment.sha);
    if (commit !== undefined) return { ...base, fileSha: commit, headSha: commit, headBranch: deployment.ref };
  }
  const triggeringBranch = payload.workflow_run?.head_branch;
  const ref = triggeringBranch == null ? undefined : branchFilter(triggeringBranch, undefined);
  return { ...base, ref, title: payload.issue?.title };
}

const branchFilter = (name: string, changedPaths: FilteredRef["changedPaths"]): FilteredRef => ({
  kind: "branch",
  name,
  changedPaths,
});

function originOfRef(store: GitStore, ref: string): TriggerOrigin | undefined {
  const target = findRef(store, ref);
  const sha = target === undefined ? undefined : peelTag(store, target);
  if (sha === undefined) return undefined;
  return {
    fileSha: sha,
    headSha: sha,
    headBranch: ref.replace(/^refs\/(heads|tags)\//, ""),
    headRepositoryId: store.repositoryId,
    pull: undefined,
    ref: undefined,
    title: undefined,
  };
}

/** Returns the pushed commit of a branch or tag; undefined if it was deleted. */
function originOfPush(store: GitStore, { ref, before, after }: RefUpdate): TriggerOrigin | undefined {
  const [, kind, name] = /^refs\/(heads|tags)\/(.+)$/.exec(ref) ?? [];
  const sha = after === undefined ? undefined : peelTag(store, after);
  if (name === undefined || sha === undefined) return undefined;
  const { message, parents } = readCommit(store, sha);
  const changedPaths = () => {
    const from = before === undefined ? parents[0] : peelTag(store, before);
    return compareCommits(store, from, sha).flatMap(pathsOf);
  };
  return {
    fileSha: sha,
    headSha: sha,
    headBranch: name,
    headRepositoryId: store.repositoryId,
    pull: undefined,
    ref: kind === "heads" ? branchFilter(name, changedPaths) : { kind: "tag", name, changedPaths: undefined },
    title: message.split("\n")[0],
  };
}

/** Returns the head commit of a pull request, or for `pull_request_target` the one of its base. */
function originOfPullRequest(
  { db }: EmulatorContext,
  repository: Repository,
  number: number,
  isTarget: boolean,
): TriggerOrigin | undefined {
  const pull = findPullRequest(db, repository.id, number);
  if (!pull) return undefined;
  const changes = pullRequestChangesOf(db, pull);
  const { base, head } = tipsOf(db, pull);
  if (!changes || base === undefined || head === undefined) return undefined;
  // Conflicts prevent the test merge that workflows run for.
  if (!isTarget && pull.state === "open" && !changes.mergeable) return undefined;
  return {
    fileSha: isTarget ? base : head,
    headSha: isTarget ? base : head,
    headBranch: isTarget ? pull.base : pull.head,
    headRepositoryId: isTarget ? repository.id : pull.head_repository_id,
    pull,
    ref: branchFilter(pull.base, () => changes.files.flatMap(pathsOf)),
    title: pull.title,
  };
}

function pathsOf({ path, previousPath }: { readonly path: string; readonly previousPath?: string }): string[] {
  return previousPath === undefined ? [path] : [path, previousPath];
}
