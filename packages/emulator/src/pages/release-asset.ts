import type { EmulatorContext } from "../emulator-context.ts";
import { isLinkValid } from "../expiring-link.ts";
import { releaseAssetContents, releaseAssets } from "../state/releases.ts";

/** Serves the content of an asset at its link, without credentials, and counts the download. */
export function serveAssetLink(context: EmulatorContext, { url }: Request, id: number): Response | undefined {
  const { db } = context;
  const asset = releaseAssets.find(db, { id });
  const file = releaseAssetContents.find(db, { asset_id: id });
  if (!asset || !file || !isLinkValid(context, new URL(url))) return undefined;
  releaseAssets.update(db, { id }, { download_count: asset.download_count + 1 });
  const headers = {
    "content-type": asset.content_type,
    "content-disposition": `attachment; filename=${asset.name}`,
    "x-content-type-options": "nosniff",
    "cache-control": "no-store",
  };
  return new Response(new Uint8Array(file.content), { headers });
}
