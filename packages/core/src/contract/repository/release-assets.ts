import * as z from "zod/mini";
import { uploadData } from "../../terms/uploads.ts";
import { BYTES } from "../definition.ts";
import { ReleaseAsset } from "../objects/release.ts";
import { operation } from "../operation.ts";
import { list } from "../paging.ts";
import { change, create, get, update } from "../reads-and-writes.ts";
import { fieldsWith, fileContent } from "../schema.ts";
import { CONTENTS_ACCESS } from "../shared/contents-access.ts";
import { findUploadedAsset, isAssetUploaded } from "../verifications/release-assets.ts";

const path = () => z.object({ asset_id: z.int() });

const mediaType = () =>
  z.string().check(z.regex(/^[\w.+-]+\/[\w.+-]+(;[ -~]*)?$/, "must be a media type such as application/zip"));

/**
 * Lists the assets of a release.
 * @see https://docs.github.com/rest/releases/assets#list-release-assets
 */
export const listReleaseAssets = operation("GET /repos/{owner}/{repo}/releases/{release_id}/assets", () => ({
  path: z.object({ release_id: z.int() }),
  ...list(ReleaseAsset.schema()),
  ...CONTENTS_ACCESS.read,
}));

/**
 * Gets the metadata of an asset, or its content if that media type is requested. The content of a public repository's
 * asset is also at `browser_download_url`.
 * @see https://docs.github.com/rest/releases/assets#get-a-release-asset
 */
export const getReleaseAsset = operation("GET /repos/{owner}/{repo}/releases/assets/{asset_id}", () => ({
  path: path(),
  ...get(CONTENTS_ACCESS.read, ReleaseAsset.schema(), [302, 404]),
  media: { "application/octet-stream": BYTES },
}));

/**
 * Uploads a file to a release. Its name gets dots in place of special characters. The largest size is 2 GiB; a large
 * file needs a longer `timeout` than other calls. `data` is sent to the server of uploads that belongs to the API.
 * @see https://docs.github.com/rest/releases/assets#upload-a-release-asset
 */
export const uploadReleaseAsset = operation("POST /repos/{owner}/{repo}/releases/{release_id}/assets", () => ({
  path: z.object({ release_id: z.int() }),
  query: z.object({ name: z.string(), label: z.optional(z.string()) }),
  body: z.object({ data: fileContent(), content_type: z._default(mediaType(), "application/octet-stream") }),
  upload: uploadData,
  ...create(CONTENTS_ACCESS.write, ReleaseAsset.schema(), [404, 422]),
  verification: {
    operation: listReleaseAssets,
    input: { per_page: 100 },
    isDone: isAssetUploaded,
    toOutput: findUploadedAsset,
  },
}));

/**
 * Changes the name or label of an asset.
 * @see https://docs.github.com/rest/releases/assets#update-a-release-asset
 */
export const updateReleaseAsset = operation("PATCH /repos/{owner}/{repo}/releases/assets/{asset_id}", () => ({
  path: path(),
  body: z.object(fieldsWith(z.optional(z.string()), "name", "label", "state")),
  ...update(CONTENTS_ACCESS.write, ReleaseAsset.schema(), [404, 422]),
}));

/**
 * Deletes an asset.
 * @see https://docs.github.com/rest/releases/assets#delete-a-release-asset
 */
export const deleteReleaseAsset = operation("DELETE /repos/{owner}/{repo}/releases/assets/{asset_id}", () => ({
  path: path(),
  ...change(CONTENTS_ACCESS.write, [404]),
}));
