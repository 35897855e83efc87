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
import { CONTROL_IDS } from "../../model/controls.ts";
import { recordOf } from "../../model/record-of.ts";
import { WORKER_CONTROLS } from "../controls/index.ts";

export type AnyOperation = Parameters<typeof explainAccess>[0];

/** A part of an ability that works independently of the others. */
export interface AbilityPart {
  readonly part?: "stars" | "watching" | "own" | "organizations";
  readonly operations: readonly AnyOperation[];
}

/** The operations of each ability. */
export const ABILITY_PARTS: Readonly<Record<Ability, readonly AbilityPart[]>> = {
  ...recordOf(CONTROL_IDS, partsOfControl),
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

function partsOfControl(control: keyof typeof WORKER_CONTROLS): AbilityPart[] {
  const { readState, applyIntent } = WORKER_CONTROLS[control].operations;
  return [{ operations: [...readState, ...applyIntent] }];
}
