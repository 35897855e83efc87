import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { fileURLToPath } from "node:url";

/** Where the icons are: one drawing, and what is made of it. */
const FOLDER = fileURLToPath(new URL("../../extension/public/icon/", import.meta.url));

/** Pixels: toolbars at every scale, the browsers' own pages, the stores. */
export const SIZES = [16, 24, 32, 48, 64, 96, 128] as const;

/** Under which keyword an icon says which drawing it was made of. */
export const SOURCE = "Source";

export const drawing = () => readFileSync(`${FOLDER}icon.svg`, "utf8");
export const iconFile = (size: number) => `${FOLDER}${size}.png`;

/** Tells one drawing from another. */
export function fingerprint(svg: string): string {
  return createHash("sha256").update(svg).digest("hex");
}
