import { randomBytes } from "node:crypto";
import { createInstallationToken, getInstallation, listInstallations } from "@forgehand/core/operations";
import { ANONYMOUS } from "../../callers/caller.ts";
import type { EmulatorContext } from "../../emulator-context.ts";
import { type AppCall, appHandler, renderPage } from "../../http/handler.ts";
import { reply } from "../../http/reply.ts";
import { forbidden, HttpError, invalid, notFound } from "../../http-error.ts";
import { renderInstallation } from "../../objects/installation.ts";
import { renderRepository } from "../../objects/repository.ts";
import { getAccount } from "../../state/accounts.ts";
import * as state from "../../state/apps.ts";
import { installationsOf } from "../../state/installations.ts";
import { findRepository, getRepository, type Repository } from "../../state/repositories.ts";
import { addToken } from "../../state/tokens.ts";
import { timestamp } from "../../timestamp.ts";

export const installations = [
  appHandler(listInstallations, ({ since, outdated }, call) => {
    const filter = {
      since: since === undefined ? undefined : timestamp(new Date(since)),
      outdated: outdated !== undefined && outdated !== "false",
    };
    return renderPage(call, installationsOf(call.context.db, call.app.id, filter, call.page), (installation) =>
      renderInstallation(call.context, installation),
    );
  }),

  appHandler(getInstallation, ({ installation_id }, call) =>
    renderInstallation(call.context, getInstallationOfApp(call, installation_id)),
  ),

  appHandler(createInstallationToken, ({ installation_id, permissions, ...requested }, call) => {
    const { context } = call;
    const { db, dialect, now } = context;
    const installation = getInstallationOfApp(call, installation_id);
    if (installation.suspended_at !== null) throw forbidden("This installation has been suspended");
    const selected = selectRequestedRepositories(context, installation, requested);
    const token = addToken(db, {
      kind: "installation",
      installation_id: installation.id,
      token: `${dialect.tokenPrefixes.installation}${randomBytes(18).toString("hex")}`,
      permissions: permissions ? checkPermissions(installation, permissions) : installation.permissions,
      repository_ids: selected ? selected.map(({ id }) => id) : null,
      created_at: timestamp(now()),
      expires_at: timestamp(new Date(now().getTime() + TOKEN_LIFETIME_MS)),
    });
    return reply(201, {
      token: token.token,
      expires_at: token.expires_at ?? "",
      permissions: token.permissions,
      repository_selection: selected ? "selected" : installation.repository_selection,
      ...(selected
        ? { repositories: selected.map((repository) => renderRepository(context, repository, ANONYMOUS)) }
        : {}),
    });
  }),
];

/** Lifetime of an installation token, in milliseconds. */
const TOKEN_LIFETIME_MS = 3_600_000;

/** @throws HttpError 404 if there is none, or it belongs to another app */
function getInstallationOfApp({ context, app }: AppCall, id: number): state.Installation {
  const installation = state.installations.find(context.db, { id });
  if (installation?.app_id !== app.id) throw notFound();
  return installation;
}

/** Maximum number of repositories that a token can be limited to. */
const MAX_REPOSITORIES = 500;

/**
 * Returns the repositories that the token is limited to. Undefined means all repositories of the installation,
 * including future ones.
 * @throws HttpError 422 if the installation has no access to one of them
 */
function selectRequestedRepositories(
  { db }: EmulatorContext,
  installation: state.Installation,
  requested: {
    readonly repositories?: readonly string[] | undefined;
    readonly repository_ids?: readonly number[] | undefined;
  },
): Repository[] | undefined {
  const { repositories: names = [], repository_ids: ids = [] } = requested;
  if (names.length + ids.length === 0) return undefined;
  if (names.length + ids.length > MAX_REPOSITORIES) {
    throw invalid("repositories", `a token must be limited to at most ${MAX_REPOSITORIES} repositories`);
  }
  const { login } = getAccount(db, installation.account_id);
  const found = [...names.map((name) => findRepository(db, login, name)), ...ids.map((id) => getRepository(db, id))];
  const accessible = found.filter((repository) => repository && state.isInInstallation(db, installation, repository));
  if (accessible.length < found.length) {
    throw invalidField(
      "There is at least one repository that does not exist or is not accessible to the parent installation.",
      names.length > 0 ? "repositories" : "repository_ids",
    );
  }
  return [...new Map(accessible.flatMap((repository) => (repository ? [[repository.id, repository]] : []))).values()];
}

/** @throws HttpError 422 if the installation does not have one of the permissions */
function checkPermissions({ permissions }: state.Installation, requested: object): state.GrantedPermissions {
  const checked = Object.entries(requested).map(([key, level]: [string, unknown]): [string, "read" | "write"] => {
    const grantedLevel = Object.hasOwn(permissions, key) ? permissions[key] : undefined;
    if ((level === "read" && grantedLevel !== undefined) || (level === "write" && grantedLevel === "write"))
      return [key, level];
    throw invalidField("The permissions requested are not granted to this installation.", `permissions.${key}`);
  });
  // Metadata read access is always included (GitHub's documentation).
  return { ...(permissions["metadata"] ? { metadata: "read" } : {}), ...Object.fromEntries(checked) };
}

const invalidField = (message: string, field: string) =>
  new HttpError(422, message, [{ field, code: "invalid", message }]);
