import { assetFileName } from "@forgehand/core/contract";
import { uploadReleaseAsset } from "@forgehand/core/operations";
import { type RepositoryCall, repositoryHandler, requireActor } from "../../http/handler.ts";
import { reply } from "../../http/reply.ts";
import { customFieldError, HttpError, requireFound } from "../../http-error.ts";
import { digestOf, renderReleaseAsset } from "../../objects/release.ts";
import { createReleaseAsset, type Release, releaseAssets, releases } from "../../state/releases.ts";
import { timestamp } from "../../timestamp.ts";

/** Maximum number of assets of a release. */
const MAX_ASSETS = 1000;

export const releaseUploads = [
  repositoryHandler(uploadReleaseAsset, ({ release_id, name, label, data, content_type = "" }, call) => {
    const { context, repository } = call;
    const { db } = context;
    const release = requireFound(releases.find(db, { id: release_id, repository_id: repository.id }));
    if (!(data instanceof Uint8Array)) throw new Error("Requests must be read as bytes.");
    // The server of uploads expects a length (assumed: GitHub's clients report this error for empty files).
    if (data.length === 0) throw new HttpError(400, "Bad Content-Length");
    const fileName = assetFileName(name);
    checkUpload(call, release, fileName);
    const now = timestamp(context.now());
    const asset = createReleaseAsset(
      db,
      {
        release_id: release.id,
        uploader_id: requireActor(call).id,
        name: fileName,
        label: label ?? null,
        content_type,
        digest: digestOf(data),
        created_at: now,
        updated_at: now,
      },
      data,
    );
    return reply(201, renderReleaseAsset(context, repository, release, asset));
  }),
];

/** @throws HttpError 422 if the release can't get an asset of this name */
function checkUpload({ context: { db } }: RepositoryCall, { id, immutable }: Release, name: string): void {
  if (immutable) throw new HttpError(422, "Cannot upload assets to an immutable release.");
  if (name === "") throw customFieldError("ReleaseAsset", "name", "name can't be blank");
  if (releaseAssets.find(db, { release_id: id, name })) {
    throw new HttpError(422, "Validation Failed", [
      { resource: "ReleaseAsset", code: "already_exists", field: "name" },
    ]);
  }
  if (releaseAssets.count(db, { release_id: id }) >= MAX_ASSETS) {
    throw customFieldError("ReleaseAsset", "file_count", `file_count limited to ${MAX_ASSETS} assets per release`);
  }
}
