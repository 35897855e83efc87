import type { Context } from "hono";
import { readCommit } from "../git/commit.ts";
import { isBinary } from "../git/patch.ts";
import { segmentsOf } from "../git/path.ts";
import { findEntry } from "../git/tree.ts";
import { redeemDownload } from "../state/downloads.ts";
import { findObject, findObjectHead } from "../state/git.ts";
import { findRepository } from "../state/repositories.ts";
import type { World } from "../world.ts";

/** `/raw/{owner}/{repo}/{commit}/{path}?token=...`: a file for whoever has a link to it; undefined where the link isn't good. */
export function rawFile({ db, now }: World, context: Context): Response | undefined {
  const { owner = "", repo = "", commit = "", path = "" } = context.req.param();
  const repository = findRepository(db, owner, repo);
  const store = repository && { db, repositoryId: repository.id };
  if (!store || findObjectHead(store, commit)?.type !== "commit") return undefined;
  const entry = findEntry(store, readCommit(store, commit).tree, segmentsOf(path));
  const object = entry && findObject(store, entry.sha);
  // To ask what it is like is no use of it.
  if (object?.type !== "blob" || context.req.method !== "GET") return undefined;
  const file = { repositoryId: store.repositoryId, commit, path };
  if (!redeemDownload(db, file, context.req.query("token") ?? "", now())) return undefined;
  const type = isBinary(object.content) ? "application/octet-stream" : "text/plain; charset=utf-8";
  const headers = { "content-type": type, "x-content-type-options": "nosniff", "cache-control": "no-store" };
  return new Response(new Uint8Array(object.content), { headers });
}
