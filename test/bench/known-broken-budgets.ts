import type { KnownBrokenBudget } from "./check-budgets.ts";

const SIZE_REASON =
  "Texts of invalid options and inputs, and the classes of errors, are loaded with the client, since both are needed " +
  "synchronously or without a network; pacing keeps all published limits.";

const sizeBudgets = (name: string, bounds: { readonly rolldown: number; readonly esbuild: number }) =>
  Object.entries(bounds).map(([bundler, bound]) => {
    return { case: "size", name: `${name}, ${bundler}`, bound, reason: SIZE_REASON };
  });

/** Budgets that are known to be broken and must not get worse. Remove an entry once its budget is kept again. */
export const KNOWN_BROKEN_BUDGETS: readonly KnownBrokenBudget[] = [
  ...sizeBudgets("tiny app, lean client", { rolldown: 14.6, esbuild: 14.9 }),
  ...sizeBudgets("tiny app, lean client with pace, retry and cache", { rolldown: 22.1, esbuild: 22.8 }),
  ...sizeBudgets("tiny app, client with everything", { rolldown: 30.6, esbuild: 31.8 }),
  {
    case: "import",
    name: "@forgehand/core, CPU",
    bound: 30,
    reason: "The budget is for a machine on which an empty Node process takes 40 ms of CPU time; here it takes 90 ms.",
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
