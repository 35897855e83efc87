import { mkdirSync, readdirSync, realpathSync, symlinkSync } from "node:fs";
import { join } from "node:path";

/** Links what is installed in one folder into another, without the workspace's own packages and what builds and commands left there. */
export function linkPackages(from: string, to: string): void {
  mkdirSync(to, { recursive: true });
  for (const name of readdirSync(from)) {
    if (name.startsWith(".") || name === "@forgehand") continue;
    if (name.startsWith("@")) linkPackages(join(from, name), join(to, name));
    else symlinkSync(realpathSync(join(from, name)), join(to, name), "junction");
  }
}
