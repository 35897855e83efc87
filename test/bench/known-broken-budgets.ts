import type { KnownBrokenBudget } from "./check-budgets.ts";

const sizeReason = (budget: number) =>
  `Zod and the app's operations alone, without a client, take nearly 9 kB of the budget of ${budget} kB.`;

/** Budgets that are known to be broken and must not get worse. Remove an entry once its budget is kept again. */
export const KNOWN_BROKEN_BUDGETS: readonly KnownBrokenBudget[] = [
  { case: "size", name: "tiny app, lean client, rolldown", bound: 24.3, reason: sizeReason(9) },
  { case: "size", name: "tiny app, lean client, esbuild", bound: 24.8, reason: sizeReason(9) },
  {
    case: "size",
    name: "tiny app, lean client with pace, retry and cache, rolldown",
    bound: 34.9,
    reason: sizeReason(14),
  },
  {
    case: "size",
    name: "tiny app, lean client with pace, retry and cache, esbuild",
    bound: 35.8,
    reason: sizeReason(14),
  },
  {
    case: "deliveries",
    name: "forgehand over octokit, per second, 21 kB",
    bound: 1,
    reason:
      "Signature verification and JSON.parse alone, which every receiver needs, have only about 1.5 times octokit's " +
      "throughput, which is the budget.",
  },
];
