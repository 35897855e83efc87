import { readProperty } from "../../internal/read-property.ts";
import { assetFileName } from "../rules/asset-file-name.ts";

type VerifiedInput = Readonly<Record<string, unknown>>;

/** Difference in milliseconds between clocks that agree: dates are whole seconds. */
const CLOCK_TOLERANCE = 5000;
/** Number of assets that the verification reads. */
const LISTED_ASSETS = 100;

/**
 * Returns whether an upload has created its asset; undefined if an asset of that name is incomplete or another file, or
 * is not among those listed. An asset that is older than the call had taken the name before.
 */
export function isAssetUploaded(output: unknown, input: VerifiedInput, sentAt: Date): boolean | undefined {
  const asset = findUploadedAsset(output, input);
  if (asset === undefined) return Array.isArray(output) && output.length < LISTED_ASSETS ? false : undefined;
  const createdAt = Date.parse(String(readProperty(asset, "created_at")));
  if (createdAt < sentAt.getTime() - CLOCK_TOLERANCE) return false;
  const isSame = readProperty(asset, "state") === "uploaded" && readProperty(asset, "size") === sizeOf(input["data"]);
  return isSame ? true : undefined;
}

/** Returns the asset with the name that an upload gives it. */
export function findUploadedAsset(output: unknown, { name }: VerifiedInput): unknown {
  const assets: readonly unknown[] = Array.isArray(output) ? output : [];
  const stored = assetFileName(String(name));
  return assets.find((asset) => readProperty(asset, "name") === stored);
}

function sizeOf(data: unknown): number | undefined {
  return data instanceof Blob ? data.size : data instanceof Uint8Array ? data.byteLength : undefined;
}
