import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Context } from "hono";
import { STYLESHEET } from "./stylesheet.ts";

/** What pages are made with, beside what they say. Its address changes with it, so that it can be kept for good. */
interface Asset {
  readonly body: string;
  readonly type: string;
  readonly path: string;
}

const ICON = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20"><rect width="20" height="20" rx="4" fill="#20262e"/>
<path d="M3 12h10l3-3V7H7L3 9zM6 13h7v3H6z" fill="#fff"/></svg>`;

function asset(name: string, type: string, body: string): Asset {
  const [stem, ending] = name.split(".");
  const digest = createHash("sha256").update(body).digest("hex").slice(0, 10);
  return { body, type, path: `/_assets/${stem}-${digest}.${ending}` };
}

/** What makes links and forms load softly. Where it was not installed along, pages work without it. */
function readTurbo(): string | undefined {
  try {
    return readFileSync(createRequire(import.meta.url).resolve("@hotwired/turbo"), "utf8");
  } catch {
    return undefined;
  }
}

function load() {
  const turbo = readTurbo();
  return {
    style: asset("pages.css", "text/css; charset=utf-8", STYLESHEET),
    icon: asset("icon.svg", "image/svg+xml", ICON),
    turbo: turbo === undefined ? undefined : asset("turbo.js", "text/javascript; charset=utf-8", turbo),
  };
}

let loaded: ReturnType<typeof load> | undefined;

/** Read once, when the first page is asked for. */
export function assets(): ReturnType<typeof load> {
  loaded ??= load();
  return loaded;
}

/** `/_assets/{name}`; `turbo.js` goes by that name alone too. */
export function serveAsset(context: Context, name: string): Response | undefined {
  const { turbo, ...others } = assets();
  const found = [...Object.values(others), turbo].find((one) => one?.path === `/_assets/${name}`);
  if (found) return send(context, found, "public, max-age=31536000, immutable");
  return name === "turbo.js" && turbo ? send(context, turbo, "public, max-age=0, must-revalidate") : undefined;
}

function send(context: Context, { body, type, path }: Asset, kept: string): Response {
  const headers = { "content-type": type, "cache-control": kept, etag: `"${path}"` };
  if (context.req.header("if-none-match") === headers.etag) return context.body(null, 304, headers);
  return context.body(body, 200, headers);
}
