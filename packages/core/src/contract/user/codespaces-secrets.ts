import * as z from "zod/mini";
import { CLOUD_EDITIONS } from "../edition.ts";
import { MinimalRepository } from "../objects/repository.ts";
import { operation } from "../operation.ts";
import { userAccess } from "../permission-access.ts";
import { get, readWriteAccess } from "../reads-and-writes.ts";
import { deleteSecret, getPublicKey, getUserSecret, listUserSecrets, putUserSecret } from "../shared/secrets.ts";
import {
  changeSelectedRepository,
  type SelectionAccess,
  setSelectedRepositories,
} from "../shared/selected-repositories.ts";

const STATUSES = [401, 403, 404, 500];

const SECRET_ACCESS: SelectionAccess = {
  ...readWriteAccess(
    (level) => userAccess("codespaces_user_secrets", level, ["codespace:secrets", "codespace"]),
    CLOUD_EDITIONS,
  ),
  otherStatuses: { list: STATUSES, set: STATUSES, one: STATUSES },
};

/**
 * Lists the Codespaces secrets of the authenticated user, without their values.
 * @see https://docs.github.com/rest/codespaces/secrets#list-secrets-for-the-authenticated-user
 */
export const listUserCodespacesSecrets = operation("GET /user/codespaces/secrets", () =>
  listUserSecrets(SECRET_ACCESS),
);

/**
 * Gets the public key to encrypt the authenticated user's Codespaces secrets with.
 * @see https://docs.github.com/rest/codespaces/secrets#get-public-key-for-the-authenticated-user
 */
export const getUserCodespacesPublicKey = operation("GET /user/codespaces/secrets/public-key", () =>
  getPublicKey(SECRET_ACCESS),
);

/**
 * Gets a Codespaces secret of the authenticated user, without its value; null if it doesn't exist.
 * @see https://docs.github.com/rest/codespaces/secrets#get-a-secret-for-the-authenticated-user
 */
export const getUserCodespacesSecret = operation("GET /user/codespaces/secrets/{secret_name}", () =>
  getUserSecret(SECRET_ACCESS),
);

/**
 * Creates or replaces a Codespaces secret of the authenticated user, including the repositories that can read it.
 * @see https://docs.github.com/rest/codespaces/secrets#create-or-update-a-secret-for-the-authenticated-user
 */
export const putUserCodespacesSecret = operation("PUT /user/codespaces/secrets/{secret_name}", () =>
  putUserSecret(SECRET_ACCESS),
);

/**
 * Deletes a Codespaces secret of the authenticated user.
 * @see https://docs.github.com/rest/codespaces/secrets#delete-a-secret-for-the-authenticated-user
 */
export const deleteUserCodespacesSecret = operation("DELETE /user/codespaces/secrets/{secret_name}", () =>
  deleteSecret(SECRET_ACCESS),
);

/**
 * Lists the repositories that can read a Codespaces secret of the authenticated user, all on one page.
 * @see https://docs.github.com/rest/codespaces/secrets#list-selected-repositories-for-a-user-secret
 */
export const listUserCodespacesSecretRepositories = operation(
  "GET /user/codespaces/secrets/{secret_name}/repositories",
  () =>
    get(
      SECRET_ACCESS.read,
      z.looseObject({ total_count: z.int(), repositories: z.array(MinimalRepository.schema()) }),
      STATUSES,
    ),
);

/**
 * Replaces the repositories that can read a Codespaces secret of the authenticated user.
 * @see https://docs.github.com/rest/codespaces/secrets#set-selected-repositories-for-a-user-secret
 */
export const setUserCodespacesSecretRepositories = operation(
  "PUT /user/codespaces/secrets/{secret_name}/repositories",
  () => setSelectedRepositories(SECRET_ACCESS),
);

/**
 * Adds a repository to those that can read a Codespaces secret of the authenticated user.
 * @see https://docs.github.com/rest/codespaces/secrets#add-a-selected-repository-to-a-user-secret
 */
export const addUserCodespacesSecretRepository = operation(
  "PUT /user/codespaces/secrets/{secret_name}/repositories/{repository_id}",
  () => changeSelectedRepository(SECRET_ACCESS),
);

/**
 * Removes a repository from those that can read a Codespaces secret of the authenticated user.
 * @see https://docs.github.com/rest/codespaces/secrets#remove-a-selected-repository-from-a-user-secret
 */
export const removeUserCodespacesSecretRepository = operation(
  "DELETE /user/codespaces/secrets/{secret_name}/repositories/{repository_id}",
  () => changeSelectedRepository(SECRET_ACCESS),
);
