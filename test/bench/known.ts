import type { Known } from "./judgement.ts";

const REASON = "Zod and the app's operations alone, with nothing that calls them, are nearly 9 kB.";

/** Budgets that are known to be broken, none of which may get worse. A record goes when its budget holds. */
export const KNOWN: readonly Known[] = [
  { case: "size", name: "tiny app, lean client, rolldown", bound: 20.7, reason: REASON },
  { case: "size", name: "tiny app, lean client, esbuild", bound: 21.1, reason: REASON },
  { case: "size", name: "tiny app, lean client with pace, retry and cache, rolldown", bound: 29.9, reason: REASON },
  { case: "size", name: "tiny app, lean client with pace, retry and cache, esbuild", bound: 30.6, reason: REASON },
];
