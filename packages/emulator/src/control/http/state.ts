import { DIALECT_NAMES } from "@forgehand/core/dialects";
import * as z from "zod/mini";
import { IsoTime } from "./clock.ts";
import { bodilessRoute, bodyRoute } from "./route.ts";

const SeedSchema = z.union([z.strictObject({ seed: z.string() }), z.looseObject({})]);

/** Returns the seed of a body: the body itself, or the name or path in `{"seed": ...}`. */
const seedOf = (body: z.output<typeof SeedSchema>): string | object =>
  "seed" in body && typeof body.seed === "string" ? body.seed : body;

const SnapshotSchema = z.strictObject({
  version: z.int(),
  dialect: z.enum(DIALECT_NAMES),
  now: IsoTime,
  tables: z.record(z.string(), z.strictObject({ columns: z.array(z.string()), rows: z.array(z.array(z.unknown())) })),
});

export const STATE_ROUTES = [
  bodyRoute("POST", "/seed", SeedSchema, async (control, body) => ({ tokens: await control.seed(seedOf(body)) })),
  bodyRoute("POST", "/reset", z.optional(SeedSchema), async (control, body) => {
    const hasBody = body !== undefined && Object.keys(body).length > 0;
    return { tokens: await control.reset(hasBody ? seedOf(body) : undefined) };
  }),
  bodilessRoute("GET", "/snapshot", (control) => control.snapshot()),
  bodyRoute("PUT", "/snapshot", SnapshotSchema, async (control, snapshot) => control.restore(snapshot)),
];
