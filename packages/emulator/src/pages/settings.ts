import type { Context } from "hono";
import { saveColorMode } from "./layout/color-mode.ts";
import { readReturnPath } from "./return-path.ts";
import { isCrossSite } from "./security-headers.ts";

/** Handles `POST /settings/appearance`, which chooses the pages' color mode. */
export async function saveAppearance(c: Context): Promise<Response> {
  if (isCrossSite(c)) return c.text("Choose a color mode on this service's own page.", 403);
  const { color_mode, return_to } = await c.req.parseBody();
  if (!saveColorMode(c, color_mode)) return c.text("color_mode must be auto, light or dark.", 422);
  return c.redirect(readReturnPath(return_to) ?? "/", 303);
}
