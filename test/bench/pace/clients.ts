import type { StartClient } from "./client.ts";
import { startForgehand } from "./forgehand.ts";
import { startNaive } from "./naive.ts";
import { startOctokit } from "./octokit.ts";

/** The clients to compare. */
export const CLIENTS = [
  { name: "forgehand", start: startForgehand },
  { name: "octokit", start: startOctokit },
  { name: "naive", start: startNaive },
] as const satisfies readonly { readonly name: string; readonly start: StartClient }[];

export type PaceClientName = (typeof CLIENTS)[number]["name"];

/** The client that has budgets. */
export const OUR_CLIENT = "forgehand" satisfies PaceClientName;
