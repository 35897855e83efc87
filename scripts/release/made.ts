import { createHash } from "node:crypto";
import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as z from "zod/mini";
import { Refusal } from "./refusal.ts";

/** The name of the file, beside what was made, that says what that is. */
export const MADE = "release.json";

const MadeFile = z.object({
  file: z.string(),
  size: z.int(),
  sha256: z.string(),
});

const Made = z.object({
  version: z.string(),
  /** The commit that everything was made from. */
  source: z.string(),
  /** What the changelog says of the version. */
  notes: z.string(),
  /** Tarballs for the registry, in the order in which they go there. */
  packages: z.array(z.extend(MadeFile, { name: z.string(), integrity: z.string(), files: z.int() })),
  /** What goes to the forge's release beside them. */
  assets: z.array(MadeFile),
  action: z.object({
    /** The commit with the bundle, which the tags are for. */
    commit: z.string(),
    /** The git bundle with that commit. */
    history: MadeFile,
    /** What it has that its sources have not. */
    files: z.array(MadeFile),
  }),
});

/** A file that was made. */
export type MadeFile = z.infer<typeof MadeFile>;

/** All that a release is. */
export type Made = z.infer<typeof Made>;

/** A file's measures under its name. */
export function measure(file: string, content: Uint8Array): MadeFile {
  return { file, size: content.length, sha256: createHash("sha256").update(content).digest("hex") };
}

/** Reads what was made, and looks whether it is still that. @throws Refusal where it is not */
export function readMade(folder: string): Made {
  const made = Made.parse(JSON.parse(readFileSync(join(folder, MADE), "utf8")));
  for (const { file, sha256 } of [...made.packages, ...made.assets, made.action.history]) {
    if (measure(file, readFileSync(join(folder, file))).sha256 === sha256) continue;
    throw new Refusal(`${file} is not the one that was made: its sha256 differs from ${MADE}. Make it again.`);
  }
  return made;
}
