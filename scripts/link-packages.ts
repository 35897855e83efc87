import { mkdirSync, readdirSync, realpathSync, symlinkSync } from "node:fs";
import { join } from "node:path";

/** Links the packages installed in one folder into another, except the workspace's own packages and dot files. */
export function linkPackages(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) {
    if (name.startsWith(".") || name === "@forgehand") continue;
    if (name.startsWith("@")) linkPackages(join(from, name), join(to, name));
    else symlinkSync(realpathSync(join(from, name)), join(to, name), "junction");
  }
}
