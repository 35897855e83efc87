import type { EmulatorContext } from "../emulator-context.ts";
import { commitsSince } from "../git/history.ts";
import type { FoundConfiguration, ReleaseConfiguration } from "../git/release-configuration.ts";
import { getAccount } from "../state/accounts.ts";
import { exists } from "../state/database.ts";
import { labelsOf } from "../state/labels.ts";
import { PullRequest } from "../state/pull-requests.ts";
import { fullNameOf, type Repository } from "../state/repositories.ts";
import { encodePath } from "./content.ts";

/** The range of release notes: commits since the previous tag, if there is one. */
export interface ReleaseRange {
  readonly tag: string;
  readonly head: string;
  readonly targetName: string;
  readonly previous: { readonly tag: string; readonly sha: string } | undefined;
}

/** Renders the generated name and notes of a release: the pull requests that were merged since the previous one. */
export function renderReleaseNotes(
  context: EmulatorContext,
  repository: Repository,
  range: ReleaseRange,
  configuration: FoundConfiguration | undefined,
): { readonly name: string; readonly body: string } {
  const { db, webUrl } = context;
  const url = `${webUrl}/${fullNameOf(db, repository)}`;
  const entries = mergedPulls(context, repository, range).map((pull) => describePull(context, url, pull));
  const exclusion = configuration?.changelog?.exclude;
  const included = exclusion ? entries.filter((entry) => !isExcluded(entry, exclusion)) : entries;
  const newcomers = included.filter(({ isFirst }) => isFirst);
  const { previous } = range;
  const compared = previous
    ? `compare/${encodePath(previous.tag)}...${encodePath(range.tag)}`
    : `commits/${encodePath(range.tag)}`;
  const source = configuration
    ? `<!-- Release notes generated using configuration in ${configuration.path} at ${range.targetName} -->\n\n`
    : "";
  const changes = included.length === 0 ? "" : `## What's Changed\n${categorize(included, configuration?.changelog)}\n`;
  const contributors =
    newcomers.length === 0
      ? ""
      : `## New Contributors\n${newcomers.map(({ login, link }) => `* @${login} made their first contribution in ${link}\n`).join("")}\n`;
  const separator = changes !== "" && contributors === "" ? "\n" : "";
  return {
    name: range.tag,
    body: `${source}${changes}${contributors}${separator}**Full Changelog**: ${url}/${compared}`,
  };
}

/** A merged pull request in release notes. */
interface NotesEntry {
  readonly line: string;
  readonly login: string;
  readonly link: string;
  readonly labels: readonly string[];
  /** Whether it is the first of its author. */
  readonly isFirst: boolean;
}

function mergedPulls({ db }: EmulatorContext, { id }: Repository, { head, previous }: ReleaseRange): PullRequest[] {
  const commits = commitsSince({ db, repositoryId: id }, previous?.sha, head);
  return db.all(
    PullRequest,
    `SELECT * FROM pulls WHERE repository_id = ? AND merge_commit_sha IN (SELECT value FROM json_each(?))
       AND merged_at IS NOT NULL ORDER BY merged_at, number`,
    ...[id, JSON.stringify(commits)],
  );
}

function describePull({ db }: EmulatorContext, url: string, pull: PullRequest): NotesEntry {
  const { login } = getAccount(db, pull.user_id);
  const link = `${url}/pull/${pull.number}`;
  const hasEarlier = exists(
    db,
    "SELECT 1 FROM pulls WHERE repository_id = ? AND user_id = ? AND (merged_at, number) < (?, ?)",
    ...[pull.repository_id, pull.user_id, pull.merged_at, pull.number],
  );
  return {
    line: `* ${pull.title} by @${login} in ${link}\n`,
    login,
    link,
    labels: labelsOf(db, pull.issue_id).map(({ name }) => name),
    isFirst: !hasEarlier,
  };
}

function categorize(entries: readonly NotesEntry[], configuration: ReleaseConfiguration | undefined): string {
  const categories = configuration?.categories ?? [];
  if (categories.length === 0) return entries.map(({ line }) => line).join("");
  const remaining = new Set(entries);
  const sections = categories.map(({ title, labels, exclude }) => {
    const matching = [...remaining].filter(
      (entry) => labels.some((label) => label === "*" || entry.labels.includes(label)) && !isExcluded(entry, exclude),
    );
    for (const entry of matching) remaining.delete(entry);
    return { title, entries: matching };
  });
  return [...sections, { title: "Other Changes", entries: [...remaining] }]
    .filter((section) => section.entries.length > 0)
    .map((section) => `### ${section.title}\n${section.entries.map(({ line }) => line).join("")}`)
    .join("");
}

const isExcluded = ({ labels, login }: NotesEntry, exclude: ReleaseConfiguration["exclude"]) =>
  exclude.authors.includes(login) || exclude.labels.some((label) => label === "*" || labels.includes(label));
