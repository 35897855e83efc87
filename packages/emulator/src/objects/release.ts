import { createHash } from "node:crypto";
import type { EmulatorContext } from "../emulator-context.ts";
import { getAccount } from "../state/accounts.ts";
import { ALL_ROWS } from "../state/database.ts";
import { assetsOf, type Release, type ReleaseAsset } from "../state/releases.ts";
import { fullNameOf, type Repository } from "../state/repositories.ts";
import { encodePath } from "./content.ts";
import { nodeId, renderUser } from "./user.ts";

/** Renders a release with its assets. */
export function renderRelease(context: EmulatorContext, repository: Repository, release: Release) {
  const { db, apiUrl, webUrl } = context;
  const fullName = fullNameOf(db, repository);
  const repositoryUrl = `${apiUrl}/repos/${fullName}`;
  const url = `${repositoryUrl}/releases/${release.id}`;
  const tag = encodePath(pageTagOf(release));
  const archiveOf = (kind: "tarball" | "zipball") =>
    release.draft ? null : `${repositoryUrl}/${kind}/${encodePath(release.tag_name)}`;
  return {
    id: release.id,
    node_id: nodeId("Release", release.id),
    url,
    html_url: `${webUrl}/${fullName}/releases/tag/${tag}`,
    assets_url: `${url}/assets`,
    upload_url: `${uploadRoot(context)}/repos/${fullName}/releases/${release.id}/assets{?name,label}`,
    tarball_url: archiveOf("tarball"),
    zipball_url: archiveOf("zipball"),
    author: renderUser(context, getAccount(db, release.author_id ?? repository.owner_id)),
    tag_name: release.tag_name,
    target_commitish: release.target_commitish,
    name: release.name,
    body: release.body,
    draft: release.draft,
    prerelease: release.prerelease,
    immutable: release.immutable,
    created_at: release.created_at,
    updated_at: release.updated_at,
    published_at: release.draft ? null : release.published_at,
    assets: assetsOf(db, release.id, ALL_ROWS).rows.map((asset) =>
      renderReleaseAsset(context, repository, release, asset),
    ),
    ...(release.discussion_category === null
      ? {}
      : { discussion_url: `${webUrl}/${fullName}/discussions/${release.id}` }),
  };
}

/** Renders a file attached to a release. */
export function renderReleaseAsset(
  context: EmulatorContext,
  repository: Repository,
  release: Release,
  asset: ReleaseAsset,
) {
  const { db, apiUrl, webUrl } = context;
  const fullName = fullNameOf(db, repository);
  const path = `${encodePath(pageTagOf(release))}/${encodeURIComponent(asset.name)}`;
  return {
    id: asset.id,
    node_id: nodeId("ReleaseAsset", asset.id),
    url: `${apiUrl}/repos/${fullName}/releases/assets/${asset.id}`,
    browser_download_url: `${webUrl}/${fullName}/releases/download/${path}`,
    name: asset.name,
    label: asset.label,
    state: asset.state,
    content_type: asset.content_type,
    size: asset.size,
    digest: asset.digest,
    download_count: asset.download_count,
    created_at: asset.created_at,
    updated_at: asset.updated_at,
    uploader: asset.uploader_id === null ? null : renderUser(context, getAccount(db, asset.uploader_id)),
  };
}

/** Returns the digest of an asset's content as GitHub shows it. */
export const digestOf = (content: Uint8Array) => `sha256:${createHash("sha256").update(content).digest("hex")}`;

/** Returns the root of URLs for uploads, which github.com has on a host of its own. */
const uploadRoot = ({ webUrl }: EmulatorContext) => `${webUrl}/api/uploads`;

/** Returns the tag in a release's URLs; that of a draft is a placeholder. */
export function pageTagOf({ id, draft, tag_name }: Release): string {
  return draft ? `untagged-${createHash("sha1").update(`release ${id}`).digest("hex").slice(0, 20)}` : tag_name;
}
