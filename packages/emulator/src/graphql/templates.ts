import { parse } from "yaml";
import * as z from "zod/mini";
import { readCommit } from "../git/commit.ts";
import { resolveCommit } from "../git/resolve.ts";
import { flattenTree } from "../git/tree.ts";
import { findObject } from "../state/git-store.ts";
import type { Repository } from "../state/repositories.ts";
import type { QueryScope } from "./resolver.ts";

// Templates for issues and pull requests, which are files on the default branch.

const ISSUE_TEMPLATE = /^(?:\.github\/)?ISSUE_TEMPLATE\/[^/]+\.md$/i;
const PULL_TEMPLATE = /^(?:\.github\/|docs\/)?(?:PULL_REQUEST_TEMPLATE\/[^/]+|PULL_REQUEST_TEMPLATE)\.(?:md|txt)$/i;

const FrontMatter = z.catch(
  z.object({ name: z.optional(z.string()), about: z.optional(z.string()), title: z.optional(z.string()) }),
  {},
);

export function issueTemplatesOf(scope: QueryScope, repository: Repository) {
  return filesMatching(scope, repository, ISSUE_TEMPLATE).map(({ filename, text }) => {
    const [, header = "", body = text] = /^---\r?\n(.*?)\r?\n---\r?\n(.*)$/s.exec(text) ?? [];
    const { name = filename, about = null, title = null } = z.parse(FrontMatter, parseYaml(header) ?? {});
    return { filename, name, about, title, body };
  });
}

export function pullRequestTemplatesOf(scope: QueryScope, repository: Repository) {
  return filesMatching(scope, repository, PULL_TEMPLATE).map(({ filename, text }) => ({ filename, body: text }));
}

function parseYaml(text: string): unknown {
  try {
    return parse(text);
  } catch {
    return undefined;
  }
}

function filesMatching({ call }: QueryScope, repository: Repository, pattern: RegExp) {
  const store = { db: call.context.db, repositoryId: repository.id };
  const commit = resolveCommit(store, repository.default_branch);
  if (commit === undefined) return [];
  return [...flattenTree(store, readCommit(store, commit).tree)].flatMap(([path, { sha }]) => {
    const object = pattern.test(path) ? findObject(store, sha) : undefined;
    const filename = path.replace(/^.*\//, "");
    return object?.type === "blob" ? [{ filename, text: Buffer.from(object.content).toString() }] : [];
  });
}
