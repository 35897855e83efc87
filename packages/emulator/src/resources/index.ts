import type { Handler } from "../http/call.ts";
import { oidc as organizationOidc } from "./organization/oidc.ts";
import { updaterSecrets } from "./organization/updater-secrets.ts";
import { collaborators } from "./repository/collaborators.ts";
import { deliveries } from "./repository/deliveries.ts";
import { hooks } from "./repository/hooks.ts";
import { oidc as repositoryOidc } from "./repository/oidc.ts";
import { pullRequests } from "./repository/pull-requests.ts";
import { repositories } from "./repository/repositories.ts";
import { reviewRequests } from "./repository/review-requests.ts";
import { variables } from "./repository/variables.ts";
import { watching } from "./repository/watching.ts";
import { starring } from "./user/starring.ts";
import { users } from "./user/users.ts";

/** Everything that the service does. */
export const HANDLERS: readonly Handler[] = [
  ...collaborators,
  ...deliveries,
  ...hooks,
  ...organizationOidc,
  ...pullRequests,
  ...repositories,
  ...repositoryOidc,
  ...reviewRequests,
  ...starring,
  ...updaterSecrets,
  ...users,
  ...variables,
  ...watching,
];
