import { findObject, type GitStore, writeObject } from "../state/git-store.ts";
import { decodeSignature, encodeSignature, type Signature } from "./signature.ts";

export interface Commit {
  readonly tree: string;
  readonly parents: readonly string[];
  readonly author: Signature;
  readonly committer: Signature;
  readonly message: string;
  /** Signature of the rest of the commit, in ASCII armor. */
  readonly gpgSignature?: string;
}

/** Encodes a commit. Without its signature, this is what is signed. */
export function encodeCommit({ tree, parents, author, committer, message, gpgSignature }: Commit): Uint8Array {
  const lines = [
    `tree ${tree}`,
    ...parents.map((parent) => `parent ${parent}`),
    `author ${encodeSignature(author)}`,
    `committer ${encodeSignature(committer)}`,
    // A header of several lines continues after spaces.
    ...(gpgSignature === undefined ? [] : [`gpgsig ${gpgSignature.trimEnd().replaceAll("\n", "\n ")}`]),
  ];
  return Buffer.from(`${lines.join("\n")}\n\n${message}`);
}

function decodeCommit(content: Uint8Array): Commit {
  const { headers, message } = readHeaders(content);
  const valuesOf = (name: string) => headers.flatMap(([key, value]) => (key === name ? [value] : []));
  const [gpgSignature] = valuesOf("gpgsig");
  return {
    tree: valuesOf("tree")[0] ?? "",
    parents: valuesOf("parent"),
    author: decodeSignature(valuesOf("author")[0] ?? ""),
    committer: decodeSignature(valuesOf("committer")[0] ?? ""),
    message,
    ...(gpgSignature === undefined ? {} : { gpgSignature }),
  };
}

/** Splits a commit or tag object into its headers and its message. */
export function readHeaders(content: Uint8Array): { headers: [name: string, value: string][]; message: string } {
  const text = Buffer.from(content).toString("utf8");
  const end = text.indexOf("\n\n");
  const headers = text
    .slice(0, end)
    .split(/\n(?! )/)
    .map((line): [string, string] => [
      line.slice(0, line.indexOf(" ")),
      line.slice(line.indexOf(" ") + 1).replaceAll("\n ", "\n"),
    ]);
  return { headers, message: text.slice(end + 2) };
}

export function writeCommit(store: GitStore, commit: Commit): string {
  return writeObject(store, "commit", encodeCommit(commit));
}

export function readCommit(store: GitStore, sha: string): Commit {
  const object = findObject(store, sha);
  if (object?.type !== "commit") throw new Error(`Commit ${sha} doesn't exist.`);
  return decodeCommit(object.content);
}
