import * as z from "zod/mini";
import { resolveCommit } from "../../git/resolve.ts";
import { digestOf } from "../../objects/release.ts";
import { findRef, type GitStore, setRef } from "../../state/git-store.ts";
import * as state from "../../state/releases.ts";
import type { Repository } from "../../state/repositories.ts";
import { listSection } from "../define-section.ts";
import { count } from "../fields.ts";
import { eachEntry, SeedError } from "../seed-error.ts";
import { SeedTime } from "../time.ts";

const Asset = z.strictObject({
  content: z._default(z.string(), ""),
  label: z.optional(z.string()),
  content_type: z._default(z.string(), "application/octet-stream"),
  /** The release's author by default. */
  uploader: z.optional(z.string()),
  downloads: count(),
  created: z.optional(SeedTime),
});

const Release = z.strictObject({
  tag: z.string(),
  /** The branch or commit of a missing tag; the default branch if omitted. */
  target: z.optional(z.string()),
  name: z.optional(z.string()),
  body: z.optional(z.string()),
  author: z.optional(z.string()),
  draft: z._default(z.boolean(), false),
  prerelease: z._default(z.boolean(), false),
  immutable: z._default(z.boolean(), false),
  created: z.optional(SeedTime),
  published: z.optional(SeedTime),
  /** Files by name. */
  assets: z._default(z.record(z.string(), Asset), {}),
});

/** Inserts a repository's releases, and the tags that they lack. */
export const releases = listSection(Release, (context, repository: Repository, input) => {
  const { db, toTimestamp } = context;
  const { tag, target = repository.default_branch, draft, prerelease, immutable, created } = input;
  const author_id = input.author === undefined ? null : context.actor(input.author, "author").id;
  if (!draft) {
    if (state.findPublishedRelease(db, repository.id, tag)) throw new SeedError(["tag"], "must have one release only");
    ensureTag({ db, repositoryId: repository.id }, tag, target);
  }
  const created_at = toTimestamp(created);
  const { id } = state.releases.insert(db, {
    repository_id: repository.id,
    author_id,
    tag_name: tag,
    target_commitish: target,
    name: input.name ?? tag,
    body: input.body ?? null,
    draft,
    prerelease,
    immutable,
    created_at,
    updated_at: created_at,
    published_at: draft ? null : toTimestamp(input.published ?? created),
  });
  eachEntry(["assets"], input.assets, (name, { content: text, label, content_type, uploader, downloads, ...asset }) => {
    const content = Buffer.from(text);
    const time = toTimestamp(asset.created ?? created);
    const uploader_id = uploader === undefined ? author_id : context.actor(uploader, "uploader").id;
    const times = { created_at: time, updated_at: time };
    const fields = { release_id: id, uploader_id, name, label, content_type, digest: digestOf(content), ...times };
    const stored = state.createReleaseAsset(db, fields, content);
    state.releaseAssets.update(db, { id: stored.id }, { download_count: downloads });
  });
});

function ensureTag(store: GitStore, tag: string, target: string): void {
  if (findRef(store, `refs/tags/${tag}`) !== undefined) return;
  const sha = resolveCommit(store, target);
  if (sha === undefined) throw new SeedError(["target"], "must be an existing branch or commit if the tag is missing");
  setRef(store, `refs/tags/${tag}`, sha);
}
