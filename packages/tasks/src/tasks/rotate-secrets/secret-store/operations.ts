import {
  getEnvironmentActionsPublicKey,
  getOrganizationActionsPublicKey,
  getOrganizationActionsSecret,
  getOrganizationAgentsPublicKey,
  getOrganizationAgentsSecret,
  getOrganizationCodespacesPublicKey,
  getOrganizationCodespacesSecret,
  getOrganizationUpdaterPublicKey,
  getOrganizationUpdaterSecret,
  getRepositoryActionsPublicKey,
  getRepositoryAgentsPublicKey,
  getRepositoryCodespacesPublicKey,
  getRepositoryUpdaterPublicKey,
  listEnvironmentActionsSecrets,
  listOrganizationActionsSecretRepositories,
  listOrganizationActionsSecrets,
  listOrganizationAgentsSecretRepositories,
  listOrganizationAgentsSecrets,
  listOrganizationCodespacesSecretRepositories,
  listOrganizationCodespacesSecrets,
  listOrganizationUpdaterSecretRepositories,
  listOrganizationUpdaterSecrets,
  listRepositoryActionsSecrets,
  listRepositoryAgentsSecrets,
  listRepositoryCodespacesSecrets,
  listRepositoryUpdaterSecrets,
  putEnvironmentActionsSecret,
  putOrganizationActionsSecret,
  putOrganizationAgentsSecret,
  putOrganizationCodespacesSecret,
  putOrganizationUpdaterSecret,
  putRepositoryActionsSecret,
  putRepositoryAgentsSecret,
  putRepositoryCodespacesSecret,
  putRepositoryUpdaterSecret,
} from "@forgehand/core/operations";

// Secrets of all kinds work alike; only the operations differ.

/** Operations on an organization's secrets, by kind. */
export const ORGANIZATION_OPERATIONS = {
  actions: {
    list: listOrganizationActionsSecrets,
    get: getOrganizationActionsSecret,
    listRepositories: listOrganizationActionsSecretRepositories,
    publicKey: getOrganizationActionsPublicKey,
    put: putOrganizationActionsSecret,
  },
  updater: {
    list: listOrganizationUpdaterSecrets,
    get: getOrganizationUpdaterSecret,
    listRepositories: listOrganizationUpdaterSecretRepositories,
    publicKey: getOrganizationUpdaterPublicKey,
    put: putOrganizationUpdaterSecret,
  },
  codespaces: {
    list: listOrganizationCodespacesSecrets,
    get: getOrganizationCodespacesSecret,
    listRepositories: listOrganizationCodespacesSecretRepositories,
    publicKey: getOrganizationCodespacesPublicKey,
    put: putOrganizationCodespacesSecret,
  },
  agents: {
    list: listOrganizationAgentsSecrets,
    get: getOrganizationAgentsSecret,
    listRepositories: listOrganizationAgentsSecretRepositories,
    publicKey: getOrganizationAgentsPublicKey,
    put: putOrganizationAgentsSecret,
  },
} as const;

/** Operations on a repository's secrets, by kind. */
export const REPOSITORY_OPERATIONS = {
  actions: {
    list: listRepositoryActionsSecrets,
    publicKey: getRepositoryActionsPublicKey,
    put: putRepositoryActionsSecret,
  },
  updater: {
    list: listRepositoryUpdaterSecrets,
    publicKey: getRepositoryUpdaterPublicKey,
    put: putRepositoryUpdaterSecret,
  },
  codespaces: {
    list: listRepositoryCodespacesSecrets,
    publicKey: getRepositoryCodespacesPublicKey,
    put: putRepositoryCodespacesSecret,
  },
  agents: {
    list: listRepositoryAgentsSecrets,
    publicKey: getRepositoryAgentsPublicKey,
    put: putRepositoryAgentsSecret,
  },
} as const;

/** Operations on the secrets of a deployment environment, which has only Actions secrets. */
export const ENVIRONMENT_OPERATIONS = {
  list: listEnvironmentActionsSecrets,
  publicKey: getEnvironmentActionsPublicKey,
  put: putEnvironmentActionsSecret,
} as const;
