// The catalogue: every operation by its name, and nothing else.
export { getOrganizationSubjectTemplate, setOrganizationSubjectTemplate } from "./organization/oidc.ts";
export {
  deleteOrganizationUpdaterSecret,
  getOrganizationUpdaterPublicKey,
  getOrganizationUpdaterSecret,
  listOrganizationUpdaterSecretRepositories,
  listOrganizationUpdaterSecrets,
  putOrganizationUpdaterSecret,
  setOrganizationUpdaterSecretRepositories,
} from "./organization/updater-secrets.ts";
export { listCollaborators } from "./repository/collaborators.ts";
export {
  getRepositoryHookDelivery,
  listRepositoryHookDeliveries,
  redeliverRepositoryHookDelivery,
} from "./repository/deliveries.ts";
export {
  createRepositoryHook,
  deleteRepositoryHook,
  getRepositoryHook,
  listRepositoryHooks,
  updateRepositoryHook,
} from "./repository/hooks.ts";
export { getRepositorySubjectTemplate, setRepositorySubjectTemplate } from "./repository/oidc.ts";
export { getPullRequest } from "./repository/pull-requests.ts";
export { getRepository } from "./repository/repositories.ts";
export {
  listRequestedReviewers,
  removeRequestedReviewers,
  requestReviewers,
} from "./repository/review-requests.ts";
export {
  createRepositoryVariable,
  deleteRepositoryVariable,
  getRepositoryVariable,
  listRepositoryVariables,
  updateRepositoryVariable,
} from "./repository/variables.ts";
export { deleteSubscription, getSubscription, setSubscription } from "./repository/watching.ts";
export { checkStar, starRepository, unstarRepository } from "./user/starring.ts";
export { getAuthenticatedUser } from "./user/users.ts";
