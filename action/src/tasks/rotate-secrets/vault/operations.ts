import {
  getEnvironmentActionsPublicKey,
  getOrganizationActionsPublicKey,
  getOrganizationActionsSecret,
  getOrganizationCodespacesPublicKey,
  getOrganizationCodespacesSecret,
  getOrganizationUpdaterPublicKey,
  getOrganizationUpdaterSecret,
  getRepositoryActionsPublicKey,
  getRepositoryCodespacesPublicKey,
  getRepositoryUpdaterPublicKey,
  listEnvironmentActionsSecrets,
  listOrganizationActionsSecretRepositories,
  listOrganizationActionsSecrets,
  listOrganizationCodespacesSecretRepositories,
  listOrganizationCodespacesSecrets,
  listOrganizationUpdaterSecretRepositories,
  listOrganizationUpdaterSecrets,
  listRepositoryActionsSecrets,
  listRepositoryCodespacesSecrets,
  listRepositoryUpdaterSecrets,
  putEnvironmentActionsSecret,
  putOrganizationActionsSecret,
  putOrganizationCodespacesSecret,
  putOrganizationUpdaterSecret,
  putRepositoryActionsSecret,
  putRepositoryCodespacesSecret,
  putRepositoryUpdaterSecret,
} from "@forgehand/core/operations";

// Secrets of all kinds work alike (document 2, Updater secrets): which operation it is, is all that differs.

/** Of an organization, by kind. */
export const ORGANIZATION = {
  actions: {
    list: listOrganizationActionsSecrets,
    get: getOrganizationActionsSecret,
    readers: listOrganizationActionsSecretRepositories,
    publicKey: getOrganizationActionsPublicKey,
    put: putOrganizationActionsSecret,
  },
  updater: {
    list: listOrganizationUpdaterSecrets,
    get: getOrganizationUpdaterSecret,
    readers: listOrganizationUpdaterSecretRepositories,
    publicKey: getOrganizationUpdaterPublicKey,
    put: putOrganizationUpdaterSecret,
  },
  codespaces: {
    list: listOrganizationCodespacesSecrets,
    get: getOrganizationCodespacesSecret,
    readers: listOrganizationCodespacesSecretRepositories,
    publicKey: getOrganizationCodespacesPublicKey,
    put: putOrganizationCodespacesSecret,
  },
} as const;

/** Of a repository, by kind. */
export const REPOSITORY = {
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
} as const;

/** Of a deployment environment: there is one kind. */
export const ENVIRONMENT = {
  list: listEnvironmentActionsSecrets,
  publicKey: getEnvironmentActionsPublicKey,
  put: putEnvironmentActionsSecret,
} as const;
