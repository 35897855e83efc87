import { DIALECT_NAMES } from "@forgehand/core/dialects";
import * as z from "zod/mini";
import { Time } from "./clock.ts";
import { ask, tell } from "./route.ts";

const Seed = z.union([z.strictObject({ seed: z.string() }), z.looseObject({})]);

/** A seed itself, or `{"seed": its name or path}`. */
const seedOf = (told: z.output<typeof Seed>): string | object =>
  "seed" in told && typeof told.seed === "string" ? told.seed : told;

const Snapshot = z.strictObject({
  version: z.int(),
  dialect: z.enum(DIALECT_NAMES),
  now: Time,
  tables: z.record(z.string(), z.strictObject({ columns: z.array(z.string()), rows: z.array(z.array(z.unknown())) })),
});

export const STATE_ROUTES = [
  tell("POST", "/seed", Seed, async (control, told) => ({ tokens: await control.seed(seedOf(told)) })),
  tell("POST", "/reset", z.optional(Seed), async (control, told) => {
    const isTold = told !== undefined && Object.keys(told).length > 0;
    return { tokens: await control.reset(isTold ? seedOf(told) : undefined) };
  }),
  ask("GET", "/snapshot", (control) => control.snapshot()),
  tell("PUT", "/snapshot", Snapshot, async (control, snapshot) => control.restore(snapshot)),
];
