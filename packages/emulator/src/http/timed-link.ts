import { createHmac, randomBytes } from "node:crypto";
import type { World } from "../world.ts";

// Addresses outside the API that lead somewhere for a while, for whoever has them. They carry a mark that only this service
// can make.

const keys = new WeakMap<World, Buffer>();

function markOf(world: World, path: string, ends: string): string {
  const key = keys.get(world) ?? randomBytes(32);
  keys.set(world, key);
  return createHmac("sha256", key).update(`${ends} ${path}`).digest("base64url");
}

/** An address that works for so many seconds. @param path from the root, without a query */
export function timedLink(world: World, path: string, seconds: number): string {
  const ends = String(Math.floor(world.now().getTime() / 1000) + seconds);
  return `${world.webUrl}${path}?ends=${ends}&mark=${markOf(world, path, ends)}`;
}

/** Does an address that was given out still work? */
export function isTimely(world: World, { pathname, searchParams }: URL): boolean {
  const ends = searchParams.get("ends") ?? "";
  if (searchParams.get("mark") !== markOf(world, pathname, ends)) return false;
  return world.now().getTime() / 1000 <= Number(ends);
}
