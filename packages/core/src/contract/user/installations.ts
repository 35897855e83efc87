import * as z from "zod/mini";
import { Installation } from "../objects/installation.ts";
import { operation } from "../operation.ts";
import { wrappedList } from "../paging.ts";
import { APP_ACCESS } from "../permission-access.ts";
import { get } from "../reads-and-writes.ts";

/**
 * Lists the installations of the app that the user of the token can access.
 * @see https://docs.github.com/rest/apps/installations#list-app-installations-accessible-to-the-user-access-token
 */
export const listAccessibleInstallations = operation("GET /user/installations", () => ({
  ...wrappedList({ installations: z.array(Installation.schema()) }),
  otherStatuses: [304, 401, 403],
  access: { tokens: ["user-access"], requirements: [[]] },
}));

/**
 * Gets the app's installation on a user's account.
 * @see https://docs.github.com/rest/apps/apps#get-a-user-installation-for-the-authenticated-app
 */
export const getUserInstallation = operation("GET /users/{username}/installation", () =>
  get({ access: APP_ACCESS }, Installation.schema()),
);
