import { type Client, type Input, isNotFoundError, isValidationError } from "@forgehand/core";
import { getContents, listPullRequestFiles } from "@forgehand/core/operations";
import type { Pull } from "../reading.ts";
import type { Reading, Suggestion } from "../suggestion.ts";
import { type OwnerRule, ownersOf, readCodeOwners } from "./codeowners.ts";

/** Where the file may lie; the service takes the first that there is. */
const PLACES = [".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS"];

/** The service itself doesn't load a larger one. */
const MOST_BYTES = 3 * 1024 * 1024;

/** Changed files that are looked at: a page of a hundred is a call, and a large one. */
const MOST_FILES = 1000;

/** How many files are held against how many rules at most, so that no repository can keep the worker busy. */
const MOST_COMPARED = 2_000_000;

/** Milliseconds of comparing after which others get their turn. */
const SLICE = 20;

/** What a pull request says of itself. */
interface Changes {
  readonly base: { readonly ref: string };
  readonly changed_files: number;
}

/** The code owners of what a pull request changes, with how much of it is theirs, by the file on its base branch. */
export async function codeOwnersOf(client: Client, pull: Pull, changes: Changes): Promise<Reading<Suggestion[]>> {
  const rules = await rulesOn(client, pull, changes.base.ref);
  if (rules === undefined) return { value: [], missing: [{ what: "code owners", why: "failed" }] };
  if (rules.length === 0) return { value: [], missing: [] };
  const most = Math.min(MOST_FILES, Math.ceil(MOST_COMPARED / rules.length));
  const files = await filesOf(client, pull, Math.min(most, changes.changed_files));
  const value = (await ownedOf(rules, files))
    // Other organizations' teams can't be asked.
    .filter(({ name }) => !name.includes("/") || name.toLowerCase().startsWith(`${pull.owner}/`.toLowerCase()))
    .map(
      ({ name, count }): Suggestion => ({
        ...{ kind: name.includes("/") ? "team" : "user", name },
        reasons: [{ kind: "owns", files: count, of: files.length }],
      }),
    );
  const cut = files.length < changes.changed_files;
  return { value, missing: cut ? [{ what: "files", why: "first", count: files.length }] : [] };
}

/** Everybody who owns some of the files, and how many. The case of names doesn't count. */
async function ownedOf(rules: readonly OwnerRule[], files: readonly string[]) {
  const owned = new Map<string, { readonly name: string; readonly count: number }>();
  let since = performance.now();
  for (const file of files) {
    const owners = new Map(ownersOf(rules, file).map((name) => [name.toLowerCase(), name]));
    for (const [key, name] of owners) owned.set(key, { name, count: (owned.get(key)?.count ?? 0) + 1 });
    if (performance.now() - since < SLICE) continue;
    await new Promise((resolve) => setTimeout(resolve));
    since = performance.now();
  }
  return [...owned.values()];
}

/** Rules of the file that counts, none where there is no file; undefined where it is too large. */
async function rulesOn(client: Client, pull: Pull, ref: string): Promise<readonly OwnerRule[] | undefined> {
  // Asked for at once: most repositories have none, and would be waited for three times.
  const found = await Promise.all(PLACES.map((path) => textAt(client, pull, path, ref)));
  const first = found.find((text) => text !== null);
  if (first === undefined) return [];
  return first === "too large" ? undefined : readCodeOwners(first.text);
}

/** A file's text; null where there is no file. */
async function textAt(client: Client, { owner, repo }: Pull, path: string, ref: string) {
  const place = { owner, repo, path, ref };
  try {
    const file = await client.call(getContents, place);
    if (Array.isArray(file) || file.type !== "file") return null;
    if (file.encoding === "base64") return { text: new TextDecoder().decode(fromBase64(file.content)) };
    return await largeText(client, place);
  } catch (error) {
    if (isNotFoundError(error)) return null;
    if (isValidationError(error) && error.fields.some(({ code }) => code === "too_large"))
      return largeText(client, place);
    throw error;
  }
}

/** What is too large for an answer comes as a stream, which is left where it is too large for an owners' file. */
async function largeText({ download }: Client, place: Input<typeof getContents>) {
  const { stream } = await download(getContents, place, { mediaType: "raw" });
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let [text, bytes] = ["", 0];
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return { text: text + decoder.decode() };
    bytes += value.byteLength;
    text += decoder.decode(value, { stream: true });
    if (bytes <= MOST_BYTES) continue;
    await reader.cancel();
    return "too large";
  }
}

const fromBase64 = (text: string) => Uint8Array.from(atob(text), (letter) => letter.charCodeAt(0));

/** Paths of the first of the files that a pull request changes. */
async function filesOf({ call }: Client, pull: Pull, most: number): Promise<string[]> {
  const pages = Array.from({ length: Math.ceil(most / 100) }, (_, index) => index + 1);
  // At once, as it is known how many there are: one after the other, a large change would take its time.
  const files = await Promise.all(pages.map((page) => call(listPullRequestFiles, { ...pull, page, per_page: 100 })));
  return files.flat().map(({ filename }) => filename);
}
