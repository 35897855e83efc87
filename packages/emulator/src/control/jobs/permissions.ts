import { PERMISSIONS } from "@forgehand/core/contract";
import type { JobToStart } from "../../public.ts";
import type { Permissions } from "../../state/apps.ts";
import { allPermissions } from "../../state/tokens.ts";

/** What workflows may ask for (public documents of their syntax) and no operation here needs. */
const OTHERS = [
  ...["artifact_metadata", "attestations", "checks", "deployments", "discussions", "models", "packages", "pages"],
  ...["repository_projects", "security_events", "statuses"],
];

/** What a job may: with its built-in token, and whether it may have identity tokens. */
interface Granted {
  readonly permissions: Permissions;
  readonly idToken: boolean;
}

/**
 * What a job's workflow grants it. A pull request from a fork only reads (public documents of the token).
 * @throws RangeError on permissions that there are none of
 */
export function grantedTo(told: JobToStart["permissions"], isForeign: boolean): Granted {
  const { "id-token": idToken, ...asked } = told ?? { ...allPermissions("repository"), "id-token": "write" };
  const permissions = Object.entries(asked).map(([name, level]): [string, "read" | "write"] => {
    return [permissionNamed(name), isForeign ? "read" : level];
  });
  return {
    // Whatever a job may, it may know its repository.
    permissions: { metadata: "read", ...Object.fromEntries(permissions) },
    idToken: idToken === "write" && !isForeign,
  };
}

/** Workflows write `pull-requests`, apps `pull_requests`. */
function permissionNamed(name: string): string {
  const key = name.replaceAll("-", "_");
  const isOfRepository = Object.entries(PERMISSIONS).some(([known, { of }]) => known === key && of === "repository");
  if (isOfRepository || OTHERS.includes(key)) return key;
  throw new RangeError(`A job has no permission ${JSON.stringify(name)}.`);
}
