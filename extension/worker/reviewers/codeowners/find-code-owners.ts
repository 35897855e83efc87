import { type Client, type Input, isNotFoundError, isValidationError } from "@forgehand/core";
import { getContents, listPullRequestFiles } from "@forgehand/core/operations";
import type { PullRequestRef } from "../read-helpers.ts";
import type { PartialResult, ReviewerSuggestion } from "../suggestion.ts";
import { type CodeOwnerRule, findOwners, parseCodeOwners } from "./parse-code-owners.ts";

/** Possible paths of the file. The service uses the first that exists. */
const FILE_PATHS = [".github/CODEOWNERS", "CODEOWNERS", "docs/CODEOWNERS"];

/** The service ignores larger files. */
const MAX_BYTES = 3 * 1024 * 1024;

/** Maximum number of changed files that are checked. */
const MAX_FILES = 1000;

/** Maximum number of files times rules, so that a repository cannot keep the worker busy. */
const MAX_COMPARISONS = 2_000_000;

/** Milliseconds of matching after which the worker yields to other tasks. */
const TIME_SLICE = 20;

/** The part of a pull request that is used here. */
interface PullRequestChanges {
  readonly base: { readonly ref: string };
  readonly changed_files: number;
}

/**
 * Finds the code owners of a pull request's changed files, from the file on its base branch, with the number of files
 * that each owns.
 */
export async function findCodeOwners(
  client: Client,
  pullRequest: PullRequestRef,
  changes: PullRequestChanges,
): Promise<PartialResult<ReviewerSuggestion[]>> {
  const rules = await readRules(client, pullRequest, changes.base.ref);
  if (rules === undefined) return { value: [], missing: [{ part: "code-owners", reason: "failed" }] };
  if (rules.length === 0) return { value: [], missing: [] };
  const maxFiles = Math.min(MAX_FILES, Math.ceil(MAX_COMPARISONS / rules.length));
  const files = await readChangedFiles(client, pullRequest, Math.min(maxFiles, changes.changed_files));
  const value = (await countOwnedFiles(rules, files))
    // Teams of other organizations cannot be requested.
    .filter(({ name }) => !name.includes("/") || name.toLowerCase().startsWith(`${pullRequest.owner}/`.toLowerCase()))
    .map(
      ({ name, count }): ReviewerSuggestion => ({
        kind: name.includes("/") ? "team" : "user",
        name,
        reasons: [{ kind: "owns", files: count, of: files.length }],
      }),
    );
  const isTruncated = files.length < changes.changed_files;
  return { value, missing: isTruncated ? [{ part: "files", reason: "first", count: files.length }] : [] };
}

/** Counts the files of each owner. Names are case-insensitive. */
async function countOwnedFiles(rules: readonly CodeOwnerRule[], files: readonly string[]) {
  const owned = new Map<string, { readonly name: string; readonly count: number }>();
  let sliceStart = performance.now();
  for (const file of files) {
    const owners = new Map(findOwners(rules, file).map((name) => [name.toLowerCase(), name]));
    for (const [key, name] of owners) owned.set(key, { name, count: (owned.get(key)?.count ?? 0) + 1 });
    if (performance.now() - sliceStart < TIME_SLICE) continue;
    await new Promise((resolve) => setTimeout(resolve));
    sliceStart = performance.now();
  }
  return [...owned.values()];
}

/** Reads the rules of the first file that exists; empty if there is none, undefined if it is too large. */
async function readRules(
  client: Client,
  pullRequest: PullRequestRef,
  ref: string,
): Promise<readonly CodeOwnerRule[] | undefined> {
  // All paths are requested concurrently: most repositories have no such file.
  const texts = await Promise.all(FILE_PATHS.map((path) => readText(client, pullRequest, path, ref)));
  const first = texts.find((text) => text !== null);
  if (first === undefined) return [];
  return first === "too-large" ? undefined : parseCodeOwners(first.text);
}

/** Returns a file's text, or null if it does not exist. */
async function readText(client: Client, { owner, repo }: PullRequestRef, path: string, ref: string) {
  const params = { owner, repo, path, ref };
  try {
    const file = await client.call(getContents, params);
    if (Array.isArray(file) || file.type !== "file") return null;
    if (file.encoding === "base64") return { text: new TextDecoder().decode(fromBase64(file.content)) };
    return await downloadText(client, params);
  } catch (error) {
    if (isNotFoundError(error)) return null;
    if (isValidationError(error) && error.fields.some(({ code }) => code === "too_large"))
      return downloadText(client, params);
    throw error;
  }
}

/** Downloads a file that is too large for a regular response. Stops at the maximum size. */
async function downloadText({ download }: Client, params: Input<typeof getContents>) {
  const { stream } = await download(getContents, params, { mediaType: "raw" });
  const reader = stream.getReader();
  const decoder = new TextDecoder();
  let [text, bytes] = ["", 0];
  for (;;) {
    const { value, done } = await reader.read();
    if (done) return { text: text + decoder.decode() };
    bytes += value.byteLength;
    text += decoder.decode(value, { stream: true });
    if (bytes <= MAX_BYTES) continue;
    await reader.cancel();
    return "too-large";
  }
}

const fromBase64 = (text: string) => Uint8Array.from(atob(text), (character) => character.charCodeAt(0));

/** Returns the paths of the first changed files of a pull request. */
async function readChangedFiles({ call }: Client, pullRequest: PullRequestRef, maxFiles: number): Promise<string[]> {
  const pages = Array.from({ length: Math.ceil(maxFiles / 100) }, (_, index) => index + 1);
  // The number of pages is known, so they are requested concurrently.
  const files = await Promise.all(
    pages.map((page) => call(listPullRequestFiles, { ...pullRequest, page, per_page: 100 })),
  );
  return files.flat().map(({ filename }) => filename);
}
