import type { Context } from "hono";
import { getCookie, setCookie } from "hono/cookie";

/** Color modes that a user can choose for the pages, and their names. `auto` follows the system. */
export const COLOR_MODES = { auto: "Follow the system", light: "Light", dark: "Dark" } as const;

export type ColorMode = keyof typeof COLOR_MODES;

const COOKIE = "color_mode";

const isColorMode = (value: unknown): value is ColorMode =>
  typeof value === "string" && Object.hasOwn(COLOR_MODES, value);

/** Reads the chosen mode from the browser's cookie. */
export function readColorMode(c: Context): ColorMode {
  const mode = getCookie(c, COOKIE);
  return isColorMode(mode) ? mode : "auto";
}

/**
 * Stores the chosen mode in the browser, also without a session.
 * @returns whether the value is a color mode
 */
export function saveColorMode(c: Context, value: unknown): boolean {
  if (!isColorMode(value)) return false;
  setCookie(c, COOKIE, value, { path: "/", sameSite: "Lax", maxAge: 31_536_000 });
  return true;
}
