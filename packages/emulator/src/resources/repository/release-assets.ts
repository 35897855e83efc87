import { deleteReleaseAsset, getReleaseAsset, listReleaseAssets, updateReleaseAsset } from "@forgehand/core/operations";
import { expiringLink } from "../../expiring-link.ts";
import { type RepositoryCall, renderPage, repositoryHandler } from "../../http/handler.ts";
import { customFieldError, HttpError, requireFound } from "../../http-error.ts";
import { renderReleaseAsset } from "../../objects/release.ts";
import * as state from "../../state/releases.ts";
import { timestamp } from "../../timestamp.ts";
import { requireRelease } from "./releases.ts";

/** Lifetime of a link to the content of an asset, in seconds. */
const LINK_SECONDS = 300;

export const releaseAssets = [
  repositoryHandler(listReleaseAssets, ({ release_id }, call) => {
    const { context, repository, page } = call;
    const release = requireRelease(call, release_id);
    return renderPage(call, state.assetsOf(context.db, release.id, page), (asset) =>
      renderReleaseAsset(context, repository, release, asset),
    );
  }),

  repositoryHandler(getReleaseAsset, ({ asset_id }, call) => {
    const { asset, release } = requireAsset(call, asset_id);
    if (call.media !== undefined) throw redirectToContent(call, asset);
    return renderReleaseAsset(call.context, call.repository, release, asset);
  }),

  repositoryHandler(updateReleaseAsset, ({ asset_id, name, label, ...input }, call) => {
    const { context, repository } = call;
    const { asset, release } = requireAsset(call, asset_id);
    checkMutable(release);
    if (name !== undefined) checkName(call, asset, name);
    const assetState = input.state === undefined ? undefined : readState(input.state);
    const changes = { name, label, state: assetState, updated_at: timestamp(context.now()) };
    state.releaseAssets.update(context.db, { id: asset.id }, changes);
    const changed = requireAsset(call, asset_id);
    return renderReleaseAsset(context, repository, changed.release, changed.asset);
  }),

  repositoryHandler(deleteReleaseAsset, ({ asset_id }, call) => {
    const { asset, release } = requireAsset(call, asset_id);
    checkMutable(release);
    state.releaseAssets.delete(call.context.db, { id: asset.id });
  }),
];

/** Redirects to the content, at a link that works without credentials. */
function redirectToContent({ context }: RepositoryCall, { id, name }: state.ReleaseAsset): HttpError {
  const location = expiringLink(context, `/_services/assets/${id}/${encodeURIComponent(name)}`, LINK_SECONDS);
  return new HttpError(302, "Found", undefined, { location });
}

/** @throws HttpError 404 */
function requireAsset(call: RepositoryCall, id: number) {
  const found = requireFound(state.findReleaseAsset(call.context.db, call.repository.id, id));
  requireRelease(call, found.release.id);
  return found;
}

/** @throws HttpError 422 if the release is immutable */
function checkMutable({ immutable }: state.Release): void {
  if (immutable) throw customFieldError("ReleaseAsset", "release", "Cannot change assets of an immutable release.");
}

/** @throws HttpError 422 if another asset of the release has the name */
function checkName({ context }: RepositoryCall, { id, release_id }: state.ReleaseAsset, name: string): void {
  const other = state.releaseAssets.find(context.db, { release_id, name });
  if (name.trim() === "") throw customFieldError("ReleaseAsset", "name", "name can't be blank");
  if (other && other.id !== id) {
    throw new HttpError(422, "Validation Failed", [
      { resource: "ReleaseAsset", code: "already_exists", field: "name" },
    ]);
  }
}

/** @throws HttpError 422 if it isn't a state of an asset */
function readState(name: string): state.ReleaseAsset["state"] {
  if (name === "uploaded" || name === "open") return name;
  throw customFieldError("ReleaseAsset", "state", "state is not included in the list");
}
