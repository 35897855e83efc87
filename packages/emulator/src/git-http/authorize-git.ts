import { getContents, putContents } from "@forgehand/core/operations";
import { ANONYMOUS, actorOf, type Caller } from "../callers/caller.ts";
import type { EmulatorContext } from "../emulator-context.ts";
import { authenticate } from "../http/authenticate.ts";
import { authorize } from "../http/authorize.ts";
import { forbidden, HttpError, requireFound } from "../http-error.ts";
import { findRepository, fullNameOf, type Repository, repositoryOf } from "../state/repositories.ts";
import type { GitService, GitTarget } from "./git-target.ts";

/** A caller who can use a service of git for a repository. */
export interface GitCall {
  readonly context: EmulatorContext;
  readonly repository: Repository;
  readonly caller: Caller;
}

/**
 * Authorizes a request of git by the rules of the API: reading requires the access of reading files, and writing that
 * of writing them.
 * @throws HttpError 401, 403 or 404 with GitHub's text for git; 301 or 307 after a rename
 */
export async function authorizeGit(
  context: EmulatorContext,
  target: GitTarget,
  service: GitService,
  authorization: string | undefined,
): Promise<GitCall> {
  const identified = await identifyGitCaller(context, authorization);
  const caller = withPublicRepositories(identified, findRepository(context.db, target.owner, target.name));
  const isWrite = service === "git-receive-pack";
  if (isWrite && caller === ANONYMOUS) throw unauthorized("No anonymous write access.");
  try {
    const params = { owner: target.owner, repo: target.name, path: "" };
    const { repository } = authorize(context, isWrite ? putContents : getContents, caller, params);
    return { context, caller, repository: requireFound(repository) };
  } catch (error) {
    throw error instanceof HttpError ? toGitError(context, target, isWrite, caller, error) : error;
  }
}

/**
 * Identifies the caller by the password or, without one, by the user name.
 * @throws HttpError 401 on invalid credentials, 403 on a token of a suspended installation
 */
async function identifyGitCaller(context: EmulatorContext, authorization: string | undefined): Promise<Caller> {
  const { caller, authError } = await authenticate(context, readCredentials(authorization));
  if (authError instanceof HttpError && authError.status === 403) throw authError;
  if (authError === undefined && !caller.app) return caller;
  throw unauthorized("Invalid username or token. Password authentication is not supported for Git operations.");
}

/** Gives a token with `public_repo` the access to a public repository that `repo` gives. */
function withPublicRepositories(caller: Caller, repository: Repository | undefined): Caller {
  const { token } = caller;
  if (!token?.scopes.includes("public_repo") || repository?.private !== false) return caller;
  return { ...caller, token: { ...token, scopes: [...token.scopes, "repo"] } };
}

/** Password that stands for none, if the token is the user name. */
const NO_PASSWORD = "x-oauth-basic";

/** Converts Basic credentials to those of the API. */
function readCredentials(authorization: string | undefined): string | undefined {
  const encoded = /^basic +(\S*)$/i.exec(authorization ?? "")?.[1];
  if (encoded === undefined) return authorization;
  const [userName = "", ...rest] = Buffer.from(encoded, "base64").toString("utf8").split(":");
  const password = rest.join(":");
  return `token ${password === "" || password === NO_PASSWORD ? userName : password}`;
}

function unauthorized(message: string): HttpError {
  return new HttpError(401, message, undefined, { "www-authenticate": 'Basic realm="GitHub"' });
}

function toGitError(
  context: EmulatorContext,
  { owner, name, action, search }: GitTarget,
  isWrite: boolean,
  caller: Caller,
  error: HttpError,
): HttpError {
  const { location } = error.headers;
  if (location !== undefined) {
    const path = `/${fullNameOf(context.db, repositoryOf(context.db, Number(location)))}.git/${action}${search}`;
    return new HttpError(error.status, error.message, undefined, { location: context.webUrl + path });
  }
  // Anonymous callers are asked for credentials, whether or not the repository exists.
  if (error.status === 401 || (error.status === 404 && caller === ANONYMOUS))
    return unauthorized("Repository not found.");
  if (error.status === 404) return new HttpError(404, "Repository not found.");
  const repository = findRepository(context.db, owner, name);
  if (error.status !== 403 || !repository) return error;
  if (!isWrite) return forbidden("Write access to repository not granted.");
  if (repository.archived) return forbidden("This repository was archived so it is read-only.");
  const login = actorOf(caller)?.login ?? "this token";
  return forbidden(`Permission to ${fullNameOf(context.db, repository)}.git denied to ${login}.`);
}
