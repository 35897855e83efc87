import type { Known } from "./judgement.ts";

const SIZE = "Zod and the app's operations alone, with nothing that calls them, are nearly 9 kB.";

/** Budgets that are known to be broken, none of which may get worse. A record goes when its budget holds. */
export const KNOWN: readonly Known[] = [
  { case: "size", name: "tiny app, lean client, rolldown", bound: 20.7, reason: SIZE },
  { case: "size", name: "tiny app, lean client, esbuild", bound: 21.1, reason: SIZE },
  { case: "size", name: "tiny app, lean client with pace, retry and cache, rolldown", bound: 29.9, reason: SIZE },
  { case: "size", name: "tiny app, lean client with pace, retry and cache, esbuild", bound: 30.6, reason: SIZE },
  {
    case: "deliveries",
    name: "forgehand over octokit, per second, 21 kB",
    bound: 1,
    reason: "Signature and JSON.parse alone, which nobody can leave out, hardly make it 1.5 times.",
  },
];
