import type { explainAccess } from "@forgehand/core";
import {
  deleteSubscription,
  getSubscription,
  listOrganizationRepositories,
  listOrganizations,
  listRepositories,
  listStarredRepositories,
  setSubscription,
  starRepository,
  unstarRepository,
} from "@forgehand/core/operations";
import type { Ability } from "../../messages/accounts.ts";
import { WORKER_CONTROLS } from "../controls/index.ts";

export type AnyOperation = Parameters<typeof explainAccess>[0];

/** A part of what something does, where its parts may do without each other. */
export interface AbilityPart {
  readonly part?: "stars" | "watching" | "own" | "organizations";
  readonly operations: readonly AnyOperation[];
}

/** What each ability calls. */
export const ABILITY_PARTS: Readonly<Record<Ability, readonly AbilityPart[]>> = {
  star: ofControl("star"),
  watch: ofControl("watch"),
  "review-request": ofControl("review-request"),
  lists: [
    { part: "stars", operations: [listStarredRepositories] },
    { part: "watching", operations: [getSubscription] },
    { part: "own", operations: [listRepositories] },
    { part: "organizations", operations: [listOrganizations, listOrganizationRepositories] },
  ],
  bulk: [
    { part: "stars", operations: [starRepository, unstarRepository] },
    { part: "watching", operations: [setSubscription, deleteSubscription] },
  ],
};

function ofControl(control: keyof typeof WORKER_CONTROLS): AbilityPart[] {
  const { look, act } = WORKER_CONTROLS[control].needs;
  return [{ operations: [...look, ...act] }];
}
