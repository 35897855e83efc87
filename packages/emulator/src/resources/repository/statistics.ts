import { getCommitActivity, getLanguages, listContributors } from "@forgehand/core/operations";
import { countByWeek } from "../../git/commit-activity.ts";
import { type LoggedCommit, readLog } from "../../git/commit-log.ts";
import { languagesOf } from "../../git/languages.ts";
import { type RepositoryCall, renderPage, repositoryHandler } from "../../http/handler.ts";
import { reply } from "../../http/reply.ts";
import { renderUser } from "../../objects/user.ts";
import type { Account } from "../../state/accounts.ts";
import type { Database } from "../../state/database.ts";
import { findSigner } from "../../state/email-addresses.ts";
import { findRef } from "../../state/git-store.ts";
import { storeOf } from "../shared/repository-history.ts";

// Statistics of the default branch.

export const statistics = [
  repositoryHandler(listContributors, ({ anon }, call) => {
    const { context, page } = call;
    const head = headOf(call);
    if (head === undefined) return reply(204, undefined);
    const withAnonymous = anon === "1" || anon === "true";
    const all = countByAuthor(context.db, readLog(storeOf(call), head)).filter(({ user }) => user || withAnonymous);
    const rows = all.slice(page.offset, page.offset + page.limit);
    return renderPage(call, { rows, total: all.length }, ({ user, name, email, contributions }) =>
      user ? { ...renderUser(context, user), contributions } : { type: "Anonymous", name, email, contributions },
    );
  }),

  repositoryHandler(getLanguages, (_input, call) => {
    const head = headOf(call);
    return head === undefined ? {} : { ...languagesOf(storeOf(call), head) };
  }),

  repositoryHandler(getCommitActivity, (_input, call) => {
    const head = headOf(call);
    if (head === undefined) return reply(204, undefined);
    return countByWeek(readLog(storeOf(call), head), call.context.now()).map(({ days, ...week }) => ({
      ...week,
      days: [...days],
    }));
  }),
];

const headOf = (call: RepositoryCall) => findRef(storeOf(call), `refs/heads/${call.repository.default_branch}`);

interface Contribution {
  /** Undefined if the address belongs to no account. */
  readonly user: Account | undefined;
  readonly name: string;
  readonly email: string;
  readonly contributions: number;
}

/** Counts commits by their authors, the most active first. */
function countByAuthor(db: Database, commits: readonly LoggedCommit[]): Contribution[] {
  const byEmail = new Map<string, Contribution>();
  for (const { author } of commits) {
    const { contributions } = byEmail.get(author.email) ?? { contributions: 0 };
    const { name, email } = author;
    byEmail.set(email, { user: undefined, name, email, contributions: contributions + 1 });
  }
  const byAuthor = new Map<string | number, Contribution>();
  for (const counted of byEmail.values()) {
    const signer = findSigner(db, counted.email);
    // The initial commits of seeds have the address of the owner, which can be an organization.
    const user = signer?.type === "Organization" ? undefined : signer;
    const key = user?.id ?? counted.email;
    const previous = byAuthor.get(key)?.contributions ?? 0;
    byAuthor.set(key, { ...counted, user, contributions: previous + counted.contributions });
  }
  return [...byAuthor.values()].toSorted((a, b) => b.contributions - a.contributions);
}
