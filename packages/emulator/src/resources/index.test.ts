import type { AnyOperation } from "@forgehand/core/contract";
import * as catalogue from "@forgehand/core/operations";
import { expect, test } from "vitest";
import { HANDLERS } from "./index.ts";

// May only grow, until it is the whole contract.
const SERVED = [
  "checkStar",
  "createRepositoryHook",
  "createRepositoryVariable",
  "deleteOrganizationUpdaterSecret",
  "deleteRepositoryHook",
  "deleteRepositoryVariable",
  "deleteSubscription",
  "getAuthenticatedUser",
  "getOrganizationSubjectTemplate",
  "getOrganizationUpdaterPublicKey",
  "getOrganizationUpdaterSecret",
  "getPullRequest",
  "getRepository",
  "getRepositoryHook",
  "getRepositoryHookDelivery",
  "getRepositorySubjectTemplate",
  "getRepositoryVariable",
  "getSubscription",
  "listCollaborators",
  "listOrganizationUpdaterSecretRepositories",
  "listOrganizationUpdaterSecrets",
  "listRepositoryHookDeliveries",
  "listRepositoryHooks",
  "listRepositoryVariables",
  "listRequestedReviewers",
  "putOrganizationUpdaterSecret",
  "redeliverRepositoryHookDelivery",
  "removeRequestedReviewers",
  "requestReviewers",
  "setOrganizationSubjectTemplate",
  "setOrganizationUpdaterSecretRepositories",
  "setRepositorySubjectTemplate",
  "setSubscription",
  "starRepository",
  "unstarRepository",
  "updateRepositoryHook",
  "updateRepositoryVariable",
];

test("operations of the contract are served, each once", () => {
  const nameOf = new Map(Object.entries<AnyOperation>(catalogue).map(([name, { route }]) => [route, name]));
  const served = HANDLERS.map(({ operation }) => nameOf.get(operation.route) ?? operation.route);
  expect(served.toSorted()).toEqual(SERVED.toSorted());
});
