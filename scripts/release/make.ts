import { copyFileSync, globSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { basename, join } from "node:path";
import * as z from "zod/mini";
import { PARTS, type Part } from "../parts.ts";
import { bundleIn, checkActionCommit, checkSame, commitBundle } from "./action-tag.ts";
import { clone as cloneInto, linkInstalled } from "./clone.ts";
import { MADE, type Made, type MadeFile, measure } from "./made.ts";
import { notesOf } from "./next-version.ts";
import { pnpm, run } from "./program.ts";
import { git } from "./repository.ts";
import { sharedVersion, versionTag } from "./versions.ts";

const Packed = z.object({
  filename: z.string(),
  integrity: z.string(),
  files: z.array(z.object({ path: z.string() })),
});

/** Where things are made. */
export interface Workshop {
  /** The repository that this is run in, with what is installed there. */
  readonly root: string;
  /** A clone of what is released, checked out. */
  readonly clone: string;
  /** Where there is room for more clones. */
  readonly scratch: string;
  /** Where what is made goes. */
  readonly out: string;
  readonly say: (line: string) => void;
}

/** Makes all that a release is, from what is committed in a clone and nothing else. */
export function make({ root, clone, scratch, out, say }: Workshop): Made {
  const version = sharedVersion(clone);
  const notes = notesOf(clone, version);
  const source = git(clone, "rev-parse", "HEAD");
  mkdirSync(out, { recursive: true });
  const here = (file: string): MadeFile => measure(file, readFileSync(join(out, file)));

  linkInstalled(root, clone);
  say("building");
  run({ folder: clone }, process.execPath, "scripts/build.mjs");
  say("packing the packages");
  const packages = PARTS.filter(({ published }) => published).map((part) => {
    const { file, ...packed } = pack(clone, part, out);
    run({ folder: root }, process.execPath, "node_modules/publint/src/cli.js", "run", join(out, file), "--strict");
    return { ...here(file), ...packed };
  });
  say("packing the extension");
  run({ folder: clone }, process.execPath, "scripts/package.ts");
  say("writing down what each part is made of");
  run({ folder: clone }, process.execPath, "scripts/sbom.ts");
  const attached = globSync(["extension/dist/*.zip", "dist/sbom/*.json"], { cwd: clone }).map((file) => {
    copyFileSync(join(clone, file), join(out, basename(file)));
    return basename(file);
  });
  say("building the action again, to compare");
  const action = makeActionCommit({ root, clone, scratch, out }, version, source);

  const assets = attached.toSorted().map(here);
  const made = { version, source, notes, packages, assets, action: { ...action, history: here(action.history) } };
  writeFileSync(join(out, MADE), `${JSON.stringify(made, null, 2)}\n`);
  return made;
}

/** Packs one package as the registry takes it. */
function pack(clone: string, { name, folder }: Part, out: string) {
  const told = pnpm(clone, "--filter", name, "pack", "--json", "--pack-destination", out);
  const { filename, integrity, files } = Packed.parse(JSON.parse(told));
  if (filename === "") throw new Error(`${folder} could not be packed`);
  return { name, file: basename(filename), integrity, files: files.length };
}

/** Commits the bundle on top of the sources, where two builds of them in different folders are the same. */
function makeActionCommit({ root, clone, scratch, out }: Omit<Workshop, "say">, version: string, source: string) {
  const again = join(scratch, "built again");
  cloneInto(clone, source, again);
  linkInstalled(root, again);
  run({ folder: again }, process.execPath, "scripts/build.mjs", "action");
  const bundle = bundleIn(clone);
  checkSame(bundle, bundleIn(again));
  const commit = commitBundle(clone, version);
  const files = bundle.map(({ name, content }) => measure(name, content));
  checkActionCommit(clone, { source, commit, files });
  const tag = versionTag(version);
  git(clone, "tag", "--force", tag, commit);
  const history = `forgehand-action-${version}.bundle`;
  git(clone, "bundle", "create", "--quiet", join(out, history), `refs/tags/${tag}`, `^${source}`);
  return { commit, files, history };
}
