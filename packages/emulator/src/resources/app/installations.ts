import { randomBytes } from "node:crypto";
import { createInstallationToken, listInstallations } from "@forgehand/core/operations";
import { NOBODY } from "../../callers/caller.ts";
import { type AppCall, asApp, listed } from "../../http/call.ts";
import { forbidden, invalid, notFound, Refusal } from "../../http/refusal.ts";
import { reply } from "../../http/reply.ts";
import { renderInstallation } from "../../objects/installation.ts";
import { renderRepository } from "../../objects/repository.ts";
import { getAccount } from "../../state/accounts.ts";
import { getInstallation, type Installation, installationReaches, type Permissions } from "../../state/apps.ts";
import { installationsOf } from "../../state/installations.ts";
import { findRepository, getRepository, type Repository } from "../../state/repositories.ts";
import { addToken } from "../../state/tokens.ts";
import { timestamp } from "../../timestamp.ts";
import type { World } from "../../world.ts";

export const installations = [
  asApp(listInstallations, ({ since, outdated }, call) => {
    const filter = {
      since: since === undefined ? undefined : timestamp(new Date(since)),
      outdated: outdated !== undefined && outdated !== "false",
    };
    return listed(call, installationsOf(call.world.db, call.app.id, filter, call.window), (installation) =>
      renderInstallation(call.world, installation),
    );
  }),

  asApp(createInstallationToken, ({ installation_id, permissions, ...asked }, call) => {
    const { world } = call;
    const { db, dialect, now } = world;
    const installation = ownInstallation(call, installation_id);
    const chosen = chosenRepositories(world, installation, asked);
    const token = addToken(db, {
      ...{ kind: "installation", installation_id: installation.id },
      token: `${dialect.tokenPrefixes.installation}${randomBytes(18).toString("hex")}`,
      permissions: permissions ? grantedOf(installation, permissions) : installation.permissions,
      repository_ids: chosen ? chosen.map(({ id }) => id) : null,
      created_at: timestamp(now()),
      expires_at: timestamp(new Date(now().getTime() + HOUR)),
    });
    return reply(201, {
      ...{ token: token.token, expires_at: token.expires_at ?? "", permissions: token.permissions },
      repository_selection: chosen ? "selected" : installation.repository_selection,
      ...(chosen ? { repositories: chosen.map((repository) => renderRepository(world, repository, NOBODY)) } : {}),
    });
  }),
];

/** How long an installation's token lasts, in milliseconds (public description). */
const HOUR = 3_600_000;

/** @throws Refusal 404 where it is another app's, 403 while it is suspended */
function ownInstallation({ world, app }: AppCall, id: number): Installation {
  const installation = getInstallation(world.db, id);
  if (installation?.app_id !== app.id) throw notFound();
  if (installation.suspended_at !== null) throw forbidden("This installation has been suspended");
  return installation;
}

/** A token may be narrowed to so many repositories (public description). */
const MOST_REPOSITORIES = 500;

/**
 * The repositories that a token is asked for; undefined where none are named: it then reaches all that the installation
 * does, also those to come.
 * @throws Refusal 422 where the installation does not reach one
 */
function chosenRepositories(
  { db }: World,
  installation: Installation,
  asked: {
    readonly repositories?: readonly string[] | undefined;
    readonly repository_ids?: readonly number[] | undefined;
  },
): Repository[] | undefined {
  const { repositories: names = [], repository_ids: ids = [] } = asked;
  if (names.length + ids.length === 0) return undefined;
  if (names.length + ids.length > MOST_REPOSITORIES) {
    throw invalid("repositories", `a token can be narrowed to ${MOST_REPOSITORIES} repositories at most`);
  }
  const { login } = getAccount(db, installation.account_id);
  const found = [...names.map((name) => findRepository(db, login, name)), ...ids.map((id) => getRepository(db, id))];
  const reached = found.filter((repository) => repository && installationReaches(db, installation, repository));
  if (reached.length < found.length) {
    throw refused(
      "There is at least one repository that does not exist or is not accessible to the parent installation.",
      names.length > 0 ? "repositories" : "repository_ids",
    );
  }
  return [...new Map(reached.flatMap((repository) => (repository ? [[repository.id, repository]] : []))).values()];
}

/** @throws Refusal 422 where the installation does not hold one */
function grantedOf({ permissions }: Installation, asked: object): Permissions {
  const granted = Object.entries(asked).map(([key, level]: [string, unknown]): [string, "read" | "write"] => {
    const held = Object.hasOwn(permissions, key) ? permissions[key] : undefined;
    if ((level === "read" && held !== undefined) || (level === "write" && held === "write")) return [key, level];
    throw refused("The permissions requested are not granted to this installation.", `permissions.${key}`);
  });
  // Whoever may do anything with a repository may read what it is (public documents).
  return { ...(permissions["metadata"] ? { metadata: "read" } : {}), ...Object.fromEntries(granted) };
}

const refused = (message: string, field: string) => new Refusal(422, message, [{ field, code: "invalid", message }]);
