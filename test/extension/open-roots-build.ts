import { createHash } from "node:crypto";
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";

/** Code with which built scripts attach the shadow roots that pages can't reach. */
export const CLOSED_ROOT = /attachShadow\(\{mode:(["'`])closed\1\}\)/g;

const OPEN_ROOT = "attachShadow({mode:`open`})";

/**
 * Returns a copy of a built extension whose shadow roots are open, because tests can't find elements in closed ones.
 * Nothing else differs, and it only makes attacks by pages easier.
 */
export function buildWithOpenRoots(folder: string): string {
  const files = readdirSync(folder, { withFileTypes: true, recursive: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
  const hash = createHash("sha256").update(OPEN_ROOT);
  for (const file of files) hash.update(file).update("\0").update(readFileSync(file));
  // Browsers derive the extension's ID from its folder, so that profiles can be opened again.
  const copy = join(dirname(folder), `${basename(folder)}-open-roots-${hash.digest("hex").slice(0, 12)}`);
  if (existsSync(copy)) return copy;
  const draft = mkdtempSync(join(dirname(folder), "draft-"));
  cpSync(folder, draft, { recursive: true });
  let openedScripts = 0;
  for (const entry of readdirSync(draft, { withFileTypes: true, recursive: true })) {
    const path = join(entry.parentPath, entry.name);
    if (!entry.isFile() || !path.endsWith(".js")) continue;
    const text = readFileSync(path, "utf8");
    const opened = text.replaceAll(CLOSED_ROOT, OPEN_ROOT);
    if (opened === text) continue;
    openedScripts += 1;
    writeFileSync(path, opened);
  }
  if (openedScripts === 0) throw new Error(`No script in ${folder} attaches a closed shadow root.`);
  try {
    renameSync(draft, copy);
  } catch (error) {
    rmSync(draft, { recursive: true });
    // Another process has created the same copy in the meantime.
    if (!existsSync(copy)) throw error;
  }
  return copy;
}
