import type { Context } from "hono";
import type { EmulatorContext } from "../emulator-context.ts";
import { readCommit } from "../git/commit.ts";
import { isBinary } from "../git/patch.ts";
import { segmentsOf } from "../git/path.ts";
import { findEntry } from "../git/tree.ts";
import { redeemDownloadToken } from "../state/downloads.ts";
import { findObject, findObjectHeader } from "../state/git-store.ts";
import { findRepository } from "../state/repositories.ts";

/**
 * Serves `/raw/{owner}/{repo}/{commit}/{path}?token=...` without further credentials. Returns undefined if the link is
 * invalid.
 */
export function serveRawFile({ db, now }: EmulatorContext, c: Context): Response | undefined {
  const { owner = "", repo = "", commit = "", path = "" } = c.req.param();
  const repository = findRepository(db, owner, repo);
  const store = repository && { db, repositoryId: repository.id };
  if (!store || findObjectHeader(store, commit)?.type !== "commit") return undefined;
  const entry = findEntry(store, readCommit(store, commit).tree, segmentsOf(path));
  const object = entry && findObject(store, entry.sha);
  // Other methods do not consume the link.
  if (object?.type !== "blob" || c.req.method !== "GET") return undefined;
  const file = { repositoryId: store.repositoryId, commit, path };
  if (!redeemDownloadToken(db, file, c.req.query("token") ?? "", now())) return undefined;
  const type = isBinary(object.content) ? "application/octet-stream" : "text/plain; charset=utf-8";
  const headers = { "content-type": type, "x-content-type-options": "nosniff", "cache-control": "no-store" };
  return new Response(new Uint8Array(object.content), { headers });
}
