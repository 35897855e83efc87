import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

const ICON_FOLDER = fileURLToPath(new URL("../../extension/public/icon/", import.meta.url));

/** Sizes in pixels: toolbars at every scale, browser pages, stores. */
export const ICON_SIZES = [16, 24, 32, 48, 64, 96, 128] as const;

/** PNG text keyword for the fingerprint of the drawing that an icon was rendered from. */
export const SOURCE_KEYWORD = "Source";

export const readDrawing = () => readFileSync(`${ICON_FOLDER}icon.svg`, "utf8");
export const iconFile = (size: number) => `${ICON_FOLDER}${size}.png`;

/** Returns a digest of the drawing. */
export function fingerprint(svg: string): string {
  return createHash("sha256").update(svg).digest("hex");
}
