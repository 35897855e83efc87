import * as z from "zod/mini";
import { RepositorySubscription } from "../objects/subscription.ts";
import { User } from "../objects/user.ts";
import { operation } from "../operation.ts";
import { list } from "../paging.ts";
import { publicReadAccess } from "../permission-access.ts";
import { change, getIfPresent, type OperationAccess, update } from "../reads-and-writes.ts";

// Fine-grained and app tokens are not accepted (source: docs).
const ACCESS: OperationAccess = {
  access: {
    tokens: ["classic", "oauth"],
    requirements: [
      [
        { scope: "notifications", source: "recording" },
        { scope: "repo", when: "private", source: "assumed" },
      ],
      [{ scope: "repo" }],
    ],
  },
};

/**
 * Lists the users who watch a repository.
 * @see https://docs.github.com/rest/activity/watching#list-watchers
 */
export const listWatchers = operation("GET /repos/{owner}/{repo}/subscribers", () => ({
  ...list(User.schema()),
  access: publicReadAccess("metadata", { requirements: [[{ permission: "contents", level: "write" }]] }),
  restricted: { from: "2026-07-01", roles: ["repository-admin", "collaborator"] },
}));

/**
 * Gets the caller's subscription to a repository; null if the caller doesn't watch or ignore it.
 * @see https://docs.github.com/rest/activity/watching#get-a-repository-subscription
 */
export const getSubscription = operation("GET /repos/{owner}/{repo}/subscription", () =>
  getIfPresent(ACCESS, RepositorySubscription.schema(), [403]),
);

/**
 * Watches or ignores a repository.
 * @see https://docs.github.com/rest/activity/watching#set-a-repository-subscription
 */
export const setSubscription = operation("PUT /repos/{owner}/{repo}/subscription", () => ({
  body: z.object({ subscribed: z.optional(z.boolean()), ignored: z.optional(z.boolean()) }),
  ...update(ACCESS, RepositorySubscription.schema()),
}));

/**
 * Stops watching or ignoring a repository.
 * @see https://docs.github.com/rest/activity/watching#delete-a-repository-subscription
 */
export const deleteSubscription = operation("DELETE /repos/{owner}/{repo}/subscription", () => change(ACCESS));
