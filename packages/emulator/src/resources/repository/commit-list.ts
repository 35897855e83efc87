import { listCommits } from "@forgehand/core/operations";
import { commitsOfPath, type LoggedCommit, readLog } from "../../git/commit-log.ts";
import { resolveCommit } from "../../git/resolve.ts";
import type { Signature } from "../../git/signature.ts";
import { renderPage, repositoryHandler } from "../../http/handler.ts";
import { requireFound } from "../../http-error.ts";
import { renderCommit } from "../../objects/commit.ts";
import type { Database } from "../../state/database.ts";
import { findSigner } from "../../state/email-addresses.ts";
import { requireHistory } from "../shared/repository-history.ts";

export const commitList = [
  repositoryHandler(listCommits, ({ sha, path, ...filter }, call) => {
    const { context, repository, page } = call;
    const store = requireHistory(call);
    const head = requireFound(resolveCommit(store, sha || repository.default_branch));
    const log = path ? commitsOfPath(store, head, path) : readLog(store, head);
    const found = log.filter(createFilter(context.db, filter));
    const rows = found.slice(page.offset, page.offset + page.limit);
    return renderPage(call, { rows, total: found.length }, (commit) =>
      renderCommit(context, repository, store, commit.sha),
    );
  }),
];

interface CommitFilter {
  readonly author?: string | undefined;
  readonly committer?: string | undefined;
  readonly since?: string | undefined;
  readonly until?: string | undefined;
}

/** Creates the function that selects commits: by people, and by the time of the committer. */
function createFilter(db: Database, { author, committer, since, until }: CommitFilter) {
  const [first, last] = [since, until].map((time) => (time === undefined ? undefined : Date.parse(time) / 1000));
  const isAuthor = createPersonFilter(db, author);
  const isCommitter = createPersonFilter(db, committer);
  return (commit: LoggedCommit) =>
    (first === undefined || commit.committer.seconds >= first) &&
    (last === undefined || commit.committer.seconds <= last) &&
    isAuthor(commit.author) &&
    isCommitter(commit.committer);
}

/**
 * Creates the function that selects signatures of a person.
 * @param person a login or an email address
 */
function createPersonFilter(db: Database, person: string | undefined): (signature: Signature) => boolean {
  if (!person) return () => true;
  const wanted = person.toLowerCase();
  const known = new Map<string, boolean>();
  return ({ email }) => {
    const isWanted =
      known.get(email) ?? (email.toLowerCase() === wanted || findSigner(db, email)?.login.toLowerCase() === wanted);
    known.set(email, isWanted);
    return isWanted;
  };
}
