import { markOf, steadyEnd } from "./state/marks.ts";
import type { World } from "./world.ts";

// Addresses outside the API that lead somewhere for a while, for whoever has them.

/** An address that works for so many seconds. @param path from the root, without a query */
export function timedLink(world: World, path: string, seconds: number): string {
  return linkUntil(world, path, Math.floor(world.now().getTime() / 1000) + seconds);
}

/** The same for so many seconds at least, and at most twice as long: who asks again soon gets the same address. */
export function steadyLink(world: World, path: string, seconds: number): string {
  return linkUntil(world, path, steadyEnd(world.now(), seconds));
}

function linkUntil({ db, webUrl }: World, path: string, ends: number): string {
  const { href, pathname } = new URL(path, webUrl);
  return `${href}?ends=${ends}&mark=${markOf(db, pathname, String(ends))}`;
}

/** Does an address that was given out still work? */
export function isTimely({ db, now }: World, { pathname, searchParams }: URL): boolean {
  const ends = searchParams.get("ends") ?? "";
  return searchParams.get("mark") === markOf(db, pathname, ends) && now().getTime() / 1000 < Number(ends);
}
