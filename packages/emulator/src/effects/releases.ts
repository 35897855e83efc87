import { type ReleaseAction, type ReleaseEdits, releaseEvent } from "../deliveries/events/releases.ts";
import { readCommit } from "../git/commit.ts";
import { resolveCommit } from "../git/resolve.ts";
import { signatureTime } from "../git/signature.ts";
import type { RefUpdateContext } from "../rules/evaluate-rulesets.ts";
import { findRef } from "../state/git-store.ts";
import { hasImmutableReleases } from "../state/immutable-releases.ts";
import { notificationThreads } from "../state/notification-threads.ts";
import { getRelease, latestRelease, type Release, releases } from "../state/releases.ts";
import type { Filter } from "../state/table.ts";
import { timestamp } from "../timestamp.ts";
import { updateRef } from "./update-ref.ts";

/** Whether a release becomes the latest; `legacy` decides by version and date. */
export type MakeLatest = "true" | "false" | "legacy";

type ReleaseTexts = Pick<
  Release,
  "tag_name" | "target_commitish" | "name" | "body" | "draft" | "prerelease" | "discussion_category"
>;

/** The fields of a new release. */
export interface NewRelease extends ReleaseTexts {
  readonly makeLatest: MakeLatest;
}

/** Changed fields of a release. */
export type ReleaseChanges = { readonly [K in keyof NewRelease]?: NewRelease[K] | undefined };

/**
 * Creates a release, and emits events. Unless it is a draft, a missing tag is created at `target_commitish`, which must
 * exist.
 * @throws RuleViolationError if a rule prevents the tag
 */
export function createRelease(update: RefUpdateContext, { makeLatest, ...texts }: NewRelease): Release {
  const { context, repository, sender } = update;
  const { db } = context;
  const now = timestamp(context.now());
  return db.transaction(() => {
    const created = releases.insert(db, {
      repository_id: repository.id,
      author_id: sender.id,
      ...texts,
      draft: true,
      immutable: false,
      created_at: commitTime(update, texts) ?? now,
      updated_at: now,
    });
    const release = texts.draft ? created : publish(update, created, makeLatest);
    emit(update, release, { action: "created" });
    if (!release.draft) emitPublished(update, release);
    return release;
  });
}

/**
 * Changes a release, or publishes a draft, and emits events.
 * @throws RuleViolationError if a rule prevents the tag
 */
export function updateRelease(update: RefUpdateContext, before: Release, changes: ReleaseChanges): Release {
  const { context } = update;
  const { db } = context;
  const { makeLatest, draft, ...texts } = changes;
  return db.transaction(() => {
    const wasLatest = latestRelease(db, before.repository_id)?.id === before.id;
    const { tag_name = before.tag_name, target_commitish = before.target_commitish } = texts;
    const created_at = commitTime(update, { tag_name, target_commitish }) ?? before.created_at;
    const found = change(update, before, { ...texts, created_at });
    if (before.draft && draft === false) {
      const published = publish(update, found, makeLatest ?? "true");
      emitPublished(update, published);
      return published;
    }
    if (!before.draft && draft === true) {
      const withdrawn = change(update, found, { draft: true, latest_at: null });
      emit(update, withdrawn, { action: "unpublished" });
      return withdrawn;
    }
    if (!found.draft) ensureTag(update, found);
    const release = makeLatest === undefined ? found : change(update, found, rank(update, found, makeLatest));
    const isLatest = latestRelease(db, before.repository_id)?.id === before.id;
    const edits = editsOf(before, release, wasLatest === isLatest ? undefined : isLatest);
    if (Object.keys(edits).length > 0) emit(update, release, { action: "edited", changes: edits });
    if (!release.draft && before.prerelease !== release.prerelease) {
      emit(update, release, { action: release.prerelease ? "prereleased" : "released" });
    }
    return release;
  });
}

/** Deletes a release with its assets, but not its tag, and emits the event. */
export function deleteRelease(update: RefUpdateContext, release: Release): void {
  const { db } = update.context;
  db.transaction(() => {
    emit(update, release, { action: "deleted" });
    notificationThreads.delete(db, { subject: "release", subject_id: release.id });
    releases.delete(db, { id: release.id });
  });
}

/** Finds the commit of a release: that of its tag, otherwise of the branch or commit that the tag is created for. */
export function findReleaseCommit(
  { context, repository }: Pick<RefUpdateContext, "context" | "repository">,
  { tag_name, target_commitish }: Pick<Release, "tag_name" | "target_commitish">,
): string | undefined {
  const store = { db: context.db, repositoryId: repository.id };
  return resolveCommit(store, `refs/tags/${tag_name}`) ?? resolveCommit(store, target_commitish);
}

function publish(update: RefUpdateContext, draft: Release, makeLatest: MakeLatest): Release {
  const { context, repository } = update;
  ensureTag(update, draft);
  const published = change(update, draft, {
    draft: false,
    published_at: timestamp(context.now()),
    immutable: hasImmutableReleases(context.db, repository),
  });
  return change(update, published, rank(update, published, makeLatest));
}

function ensureTag(update: RefUpdateContext, release: Release): void {
  const { context, repository } = update;
  const ref = `refs/tags/${release.tag_name}`;
  if (findRef({ db: context.db, repositoryId: repository.id }, ref) !== undefined) return;
  const after = findReleaseCommit(update, release);
  if (after === undefined) throw new RangeError(`The target ${release.target_commitish} has no commit`);
  updateRef(update, { ref, before: undefined, after });
}

function rank({ context }: RefUpdateContext, release: Release, makeLatest: MakeLatest): Pick<Release, "latest_at"> {
  const current = latestRelease(context.db, release.repository_id);
  const isLatest = makeLatest === "true" || (makeLatest === "legacy" && (!current || isNewer(release, current)));
  return { latest_at: isLatest && !release.prerelease ? timestamp(context.now()) : null };
}

/** Compares releases by semantic version, otherwise by date. */
function isNewer(release: Release, other: Release): boolean {
  const [version, otherVersion] = [versionOf(release), versionOf(other)];
  if (!version || !otherVersion) return release.created_at >= other.created_at;
  const at = version.findIndex((part, index) => part !== otherVersion[index]);
  return at < 0 || (version[at] ?? 0) > (otherVersion[at] ?? 0);
}

function versionOf({ tag_name }: Release): readonly number[] | undefined {
  const [found, ...parts] = /^v?(\d+)\.(\d+)\.(\d+)/.exec(tag_name) ?? [];
  return found === undefined ? undefined : parts.map(Number);
}

function change({ context }: RefUpdateContext, { id }: Release, changes: Filter<Release>): Release {
  releases.update(context.db, { id }, { ...changes, updated_at: timestamp(context.now()) });
  return getRelease(context.db, id);
}

function commitTime(update: RefUpdateContext, texts: Pick<Release, "tag_name" | "target_commitish">) {
  const sha = findReleaseCommit(update, texts);
  if (sha === undefined) return undefined;
  const { committer } = readCommit({ db: update.context.db, repositoryId: update.repository.id }, sha);
  return signatureTime(committer);
}

function editsOf(before: Release, after: Release, isLatest: boolean | undefined): ReleaseEdits {
  const from = (field: "name" | "body" | "tag_name") =>
    before[field] === after[field] ? {} : { [field]: { from: before[field] ?? "" } };
  return {
    ...from("name"),
    ...from("body"),
    ...from("tag_name"),
    ...(isLatest === undefined ? {} : { make_latest: { to: isLatest } }),
  };
}

function emitPublished(update: RefUpdateContext, release: Release): void {
  emit(update, release, { action: "published" });
  emit(update, release, { action: release.prerelease ? "prereleased" : "released" });
}

function emit({ context, repository, sender }: RefUpdateContext, release: Release, change: ReleaseAction): void {
  context.deliveries.emit(repository.id, releaseEvent(context, repository, release, sender, change));
}
