import type { Caller } from "../callers/caller.ts";
import { canSeeRepository } from "../callers/permission.ts";
import { visibleRepositories } from "../callers/visible.ts";
import type { EmulatorContext } from "../emulator-context.ts";
import { accounts, findAccountById } from "../state/accounts.ts";
import { type RowOf, row, text } from "../state/columns.ts";
import { allOf } from "../state/condition.ts";
import { findByFullName, fullNameOf, type Repository, repositories } from "../state/repositories.ts";
import { InvalidQueryError } from "./find-issues.ts";
import { anyOf, condition } from "./qualifier-conditions.ts";
import { type Qualifier, type SearchTerm, termsOf } from "./query.ts";
import { isScope } from "./term-condition.ts";

const RepositoryWithHead = row({ ...repositories.columns, head: text() });

/** A repository with the newest commit of its default branch. */
export type RepositoryWithHead = RowOf<typeof RepositoryWithHead>;

/** The repositories that a search covers, and the part of the query that applies to their content. */
export interface SearchScope {
  readonly repositories: readonly RepositoryWithHead[];
  readonly term: SearchTerm;
}

/**
 * Returns the repositories with commits that the caller can see and that the query names, if it names any. Forks are
 * only searched if the query names them or has `fork:true` or `fork:only`.
 * @throws InvalidQueryError if it names some, and the caller can see none of them
 */
export function searchableRepositories(context: EmulatorContext, caller: Caller, term: SearchTerm): SearchScope {
  checkScopes(context, caller, term);
  const { db } = context;
  const terms = term.kind === "all" ? term.terms : [term];
  const scopes = terms.filter(isScope);
  const fork = terms.find((inner) => inner.kind === "qualifier" && inner.name === "fork");
  const forkMode = fork?.kind === "qualifier" ? fork.value.toLowerCase() : "false";
  const namesRepository = scopes.some(({ name }) => name === "repo");
  const named = scopes.length > 0 ? anyOf(scopes.map(scopeCondition)) : undefined;
  const visible = visibleRepositories(caller);
  const query = (conditions: readonly (typeof named)[]) => {
    const { sql, values } = allOf([visible, ...conditions]);
    const select = `SELECT r.*, g.sha AS head FROM repositories r JOIN git_refs g
      ON g.repository_id = r.id AND g.name = 'refs/heads/' || r.default_branch WHERE ${sql} ORDER BY r.id`;
    return db.all(RepositoryWithHead, select, ...values);
  };
  const forks =
    forkMode === "only"
      ? condition("r.parent_id IS NOT NULL")
      : forkMode === "true" || namesRepository
        ? undefined
        : condition("r.parent_id IS NULL");
  const rest = terms.filter((inner) => !isScope(inner) && inner !== fork);
  return { repositories: query([named, forks]), term: { kind: "all", terms: rest } };
}

/**
 * Checks that a query names at least one owner or repository that the caller can see, if it names any.
 * @throws InvalidQueryError
 */
export function checkScopes(context: EmulatorContext, caller: Caller, term: SearchTerm): void {
  const scopes = [...termsOf(term)].flatMap(({ term: found, isNegated }) =>
    isScope(found) && !isNegated ? [found] : [],
  );
  const isVisible = ({ name, value }: Qualifier) => {
    if (name !== "repo") return accounts.find(context.db, { login: value }) !== undefined;
    const repository = findByFullName(context.db, value);
    return repository !== undefined && canSeeRepository(context, caller, repository);
  };
  if (scopes.length === 0 || scopes.some(isVisible)) return;
  throw new InvalidQueryError(
    "The listed users and repositories cannot be searched either because the resources do not exist or you do not have permission to view them.",
  );
}

function scopeCondition({ name, value }: Qualifier) {
  if (name !== "repo") return condition("r.owner_id = (SELECT id FROM accounts WHERE login = ?)", value);
  const [owner = "", repository = ""] = value.split("/");
  return condition("r.name = ? AND r.owner_id = (SELECT id FROM accounts WHERE login = ?)", repository, owner);
}

/** Whether a repository matches a qualifier of repositories; undefined if it is none. */
export function matchesRepository(
  { db }: EmulatorContext,
  repository: Repository,
  { name, value }: Qualifier,
): boolean | undefined {
  const wanted = value.toLowerCase();
  if (name === "repo") return fullNameOf(db, repository).toLowerCase() === wanted;
  if (name === "user" || name === "org") {
    return findAccountById(db, repository.owner_id)?.login.toLowerCase() === wanted;
  }
  if (name === "fork") return wanted === "only" ? repository.parent_id !== null : true;
  if (name !== "is") return undefined;
  if (wanted === "public") return !repository.private;
  return wanted === "private" && repository.private;
}
