import type { Context } from "hono";
import type { EmulatorContext } from "../emulator-context.ts";
import { readCommit } from "../git/commit.ts";
import { parseCommitPath } from "../git/commit-path.ts";
import { isBinary } from "../git/patch.ts";
import { findEntry } from "../git/tree.ts";
import { redeemDownloadToken } from "../state/downloads.ts";
import { findObject } from "../state/git-store.ts";
import { findRepository } from "../state/repositories.ts";

/**
 * Serves `/raw/{owner}/{repo}/{ref}/{path}`, with a `token` in the query if the repository is private, and without
 * further credentials. Returns undefined if the link is invalid.
 */
export function serveRawFile({ db, now }: EmulatorContext, c: Context): Response | undefined {
  const { owner = "", repo = "", address = "" } = c.req.param();
  const repository = findRepository(db, owner, repo);
  const store = repository && { db, repositoryId: repository.id };
  const target = store && parseCommitPath(store, address);
  if (!target) return undefined;
  const entry = findEntry(store, readCommit(store, target.commit).tree, target.path);
  const object = entry && findObject(store, entry.sha);
  // Other methods do not consume the link.
  if (object?.type !== "blob" || c.req.method !== "GET") return undefined;
  const file = { repositoryId: store.repositoryId, ref: target.ref, path: target.path.join("/") };
  if (repository.private && !redeemDownloadToken(db, file, c.req.query("token") ?? "", now())) return undefined;
  const type = isBinary(object.content) ? "application/octet-stream" : "text/plain; charset=utf-8";
  const headers = { "content-type": type, "x-content-type-options": "nosniff", "cache-control": "no-store" };
  return new Response(new Uint8Array(object.content), { headers });
}
