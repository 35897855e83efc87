import { findPublishedRelease, latestRelease, releaseAssetContents, releaseAssets } from "../../state/releases.ts";
import type { RepositoryPageRequest } from "./repository-layout.ts";

/**
 * Returns the content of a release's asset, and counts the download.
 * @param path the tag and the asset's name: `v1.0.0/widgets.zip`
 */
export function downloadAsset(request: RepositoryPageRequest, path: string): Uint8Array | undefined {
  const end = path.lastIndexOf("/");
  return readAsset(request, path.slice(0, end), path.slice(end + 1));
}

/** Returns the content of an asset of the latest release, and counts the download. */
export function downloadLatestAsset(request: RepositoryPageRequest, name: string): Uint8Array | undefined {
  const latest = latestRelease(request.context.db, request.repository.id);
  return latest && readAsset(request, latest.tag_name, name);
}

function readAsset({ context: { db }, repository }: RepositoryPageRequest, tag: string, name: string) {
  const release = findPublishedRelease(db, repository.id, tag);
  const asset = release && releaseAssets.find(db, { release_id: release.id, name });
  if (!asset) return undefined;
  releaseAssets.update(db, { id: asset.id }, { download_count: asset.download_count + 1 });
  return releaseAssetContents.find(db, { asset_id: asset.id })?.content;
}
