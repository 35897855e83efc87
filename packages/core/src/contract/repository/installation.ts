import { Installation } from "../objects/installation.ts";
import { operation } from "../operation.ts";
import { APP_ACCESS } from "../permission-access.ts";
import { get } from "../reads-and-writes.ts";

/**
 * Gets the app's installation for a repository.
 * @see https://docs.github.com/rest/apps/apps#get-a-repository-installation-for-the-authenticated-app
 */
export const getRepositoryInstallation = operation("GET /repos/{owner}/{repo}/installation", () =>
  get({ access: APP_ACCESS }, Installation.schema(), [301, 404]),
);
