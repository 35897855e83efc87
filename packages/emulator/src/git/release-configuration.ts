import * as z from "zod/mini";
import { findObject, type GitStore } from "../state/git-store.ts";
import { readCommit } from "./commit.ts";
import { segmentsOf } from "./path.ts";
import { findEntry } from "./tree.ts";

const names = () => z._default(z.array(z.string()), []);
const Exclusion = z._default(z.object({ labels: names(), authors: names() }), { labels: [], authors: [] });

/** The file that configures generated release notes: `.github/release.yml`. */
const ReleaseConfiguration = z.object({
  changelog: z.object({
    exclude: Exclusion,
    categories: z._default(z.array(z.object({ title: z.string(), labels: names(), exclude: Exclusion })), []),
  }),
});
export type ReleaseConfiguration = z.output<typeof ReleaseConfiguration>["changelog"];

/** Paths that are tried if no other is given. */
const DEFAULT_PATHS = [".github/release.yml", ".github/release.yaml"];

/** A configuration, and where it was found. */
export interface FoundConfiguration {
  readonly path: string;
  /** Undefined if the file isn't a valid configuration. */
  readonly changelog: ReleaseConfiguration | undefined;
}

/** Reads the configuration of release notes in a commit. */
export async function readReleaseConfiguration(
  store: GitStore,
  sha: string,
  givenPath: string | undefined,
): Promise<FoundConfiguration | undefined> {
  const { tree } = readCommit(store, sha);
  for (const path of givenPath === undefined ? DEFAULT_PATHS : [givenPath]) {
    const entry = findEntry(store, tree, segmentsOf(path));
    const object = entry && findObject(store, entry.sha);
    if (object?.type !== "blob") continue;
    const { parseDocument } = await import("yaml");
    const document = parseDocument(Buffer.from(object.content).toString("utf8"));
    const parsed = z.safeParse(ReleaseConfiguration, document.errors.length > 0 ? undefined : document.toJS());
    return { path, changelog: parsed.success ? parsed.data.changelog : undefined };
  }
  return undefined;
}
