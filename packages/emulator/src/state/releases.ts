import { bytes, flag, integer, key, nullable, oneOf, type RowOf, reference, rowId, text } from "./columns.ts";
import { type Database, type PageRange, queryPage, type RowPage } from "./database.ts";
import { type NewRow, table } from "./table.ts";

export const releases = table(
  "releases",
  {
    id: rowId(),
    repository_id: reference("repositories"),
    author_id: nullable(reference("accounts", "SET NULL")),
    tag_name: text(),
    /** The branch or commit that a missing tag is created for. */
    target_commitish: text(),
    name: nullable(text()),
    body: nullable(text()),
    draft: flag(),
    prerelease: flag(),
    /** Whether the tag and the assets can no longer change. */
    immutable: flag(),
    /** Category of its discussion; null: it has none. */
    discussion_category: nullable(text()),
    /** The last time that it was made the latest release; null: it is older than those that were. */
    latest_at: nullable(text()),
    /** The date of its commit. */
    created_at: text(),
    updated_at: text(),
    /** Null for a draft that has never been published. */
    published_at: nullable(text()),
  },
  { indexes: { releases_by_creation: "repository_id, created_at, id", releases_by_tag: "repository_id, tag_name" } },
);
export type Release = RowOf<typeof releases>;

export const releaseAssets = table(
  "release_assets",
  {
    id: rowId(),
    release_id: reference("releases"),
    uploader_id: nullable(reference("accounts", "SET NULL")),
    name: text(),
    label: nullable(text()),
    content_type: text(),
    /** An asset is open until all of its content has arrived. */
    state: oneOf(["uploaded", "open"]),
    size: integer(),
    /** Digest of the content: `sha256:…`. */
    digest: nullable(text()),
    download_count: integer(),
    created_at: text(),
    updated_at: text(),
  },
  { unique: [["release_id", "name"]] },
);
export type ReleaseAsset = RowOf<typeof releaseAssets>;

/** The content of assets, apart from what lists read. */
export const releaseAssetContents = table("release_asset_contents", {
  asset_id: key(reference("release_assets")),
  content: bytes(),
});

/** Adds an asset with its content. */
export function createReleaseAsset(
  db: Database,
  asset: Omit<NewRow<ReleaseAsset>, "size" | "download_count" | "state">,
  content: Uint8Array,
): ReleaseAsset {
  return db.transaction(() => {
    const sizes = { size: content.length, download_count: 0 };
    const created = releaseAssets.insert(db, { ...asset, ...sizes, state: "uploaded" });
    releaseAssetContents.insert(db, { asset_id: created.id, content });
    return created;
  });
}

/** Returns the releases of a repository, drafts first and then newest first. */
export function releasesOf(
  db: Database,
  repositoryId: number,
  { drafts }: { readonly drafts: boolean },
  range: PageRange,
): RowPage<Release> {
  const filter = drafts ? "" : " AND draft = 0";
  const sql = `* FROM releases WHERE repository_id = ?${filter} ORDER BY draft DESC, created_at DESC, id DESC`;
  return queryPage(db, releases, sql, [repositoryId], range);
}

/** Returns the latest release: the one last made so, else the newest; neither a draft nor a prerelease. */
export function latestRelease(db: Database, repositoryId: number): Release | undefined {
  return releases.first(
    db,
    { repository_id: repositoryId, draft: false, prerelease: false },
    "latest_at DESC NULLS LAST, created_at DESC, id DESC",
  );
}

/** Returns the newest published release with another tag. */
export function newestOtherRelease(db: Database, repositoryId: number, tag: string): Release | undefined {
  return db.get(
    releases,
    `SELECT * FROM releases WHERE repository_id = ? AND draft = 0 AND tag_name <> ?
     ORDER BY created_at DESC, id DESC LIMIT 1`,
    ...[repositoryId, tag],
  );
}

/**
 * Returns the release with an id that is known to exist.
 * @throws Error if it doesn't
 */
export function getRelease(db: Database, id: number): Release {
  const release = releases.find(db, { id });
  if (!release) throw new Error(`Release ${id} doesn't exist.`);
  return release;
}

/** Returns the published release of a tag. */
export function findPublishedRelease(db: Database, repositoryId: number, tag: string): Release | undefined {
  return releases.find(db, { repository_id: repositoryId, tag_name: tag, draft: false });
}

/** Returns an asset with its release, if that belongs to the repository. */
export function findReleaseAsset(
  db: Database,
  repositoryId: number,
  id: number,
): { readonly asset: ReleaseAsset; readonly release: Release } | undefined {
  const asset = releaseAssets.find(db, { id });
  const release = asset && releases.find(db, { id: asset.release_id, repository_id: repositoryId });
  return asset && release && { asset, release };
}

/** Returns the assets of a release by name. */
export function assetsOf(db: Database, releaseId: number, range: PageRange): RowPage<ReleaseAsset> {
  return releaseAssets.page(db, { release_id: releaseId }, "name, id", range);
}
