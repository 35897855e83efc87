import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Context } from "hono";
import { COPY_SCRIPT } from "./copy-script.ts";
import { SITE_SCRIPT } from "./site-script.ts";
import { STYLESHEET } from "./stylesheet.ts";

/** A static file of the pages. Its path contains a content hash, so browsers can cache it forever. */
interface Asset {
  readonly body: string;
  readonly type: string;
  readonly path: string;
}

const FAVICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20"><rect width="20" height="20" rx="4" fill="#20262e"/>
<path d="M3 12h10l3-3V7H7L3 9zM6 13h7v3H6z" fill="#fff"/></svg>`;

function asset(name: string, type: string, body: string): Asset {
  const [stem, ending] = name.split(".");
  const digest = createHash("sha256").update(body).digest("hex").slice(0, 10);
  return { body, type, path: `/_assets/${stem}-${digest}.${ending}` };
}

/** Returns the Turbo script, for navigation without full page loads. Pages also work without it. */
function readTurbo(): string | undefined {
  try {
    return readFileSync(createRequire(import.meta.url).resolve("@hotwired/turbo"), "utf8");
  } catch {
    return undefined;
  }
}

function loadAssets() {
  const turbo = readTurbo();
  return {
    style: asset("pages.css", "text/css; charset=utf-8", STYLESHEET),
    script: asset("site.js", "text/javascript; charset=utf-8", SITE_SCRIPT + COPY_SCRIPT),
    icon: asset("icon.svg", "image/svg+xml", FAVICON),
    turbo: turbo === undefined ? undefined : asset("turbo.js", "text/javascript; charset=utf-8", turbo),
  };
}

let loaded: ReturnType<typeof loadAssets> | undefined;

/** Returns the assets. Reads them when the first page is requested. */
export function assets(): ReturnType<typeof loadAssets> {
  loaded ??= loadAssets();
  return loaded;
}

/** Serves `/_assets/{name}`. `turbo.js` is also served without its hash. */
export function serveAsset(c: Context, name: string): Response | undefined {
  const { turbo, ...others } = assets();
  const found = [...Object.values(others), turbo].find((candidate) => candidate?.path === `/_assets/${name}`);
  if (found) return respondWithAsset(c, found, "public, max-age=31536000, immutable");
  return name === "turbo.js" && turbo ? respondWithAsset(c, turbo, "public, max-age=0, must-revalidate") : undefined;
}

function respondWithAsset(c: Context, { body, type, path }: Asset, cacheControl: string): Response {
  const headers = { "content-type": type, "cache-control": cacheControl, etag: `"${path}"` };
  if (c.req.header("if-none-match") === headers.etag) return c.body(null, 304, headers);
  return c.body(body, 200, headers);
}
