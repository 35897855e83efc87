import * as z from "zod/mini";
import { ask, BadRequest, tell } from "./route.ts";

/** A time in ISO 8601. */
export const Time = z.iso.datetime({
  offset: true,
  error: "a time in ISO 8601, such as 2026-01-31T12:00:00Z, is expected",
});

/** What the clock may be told: one of the two. */
const ClockChange = z.strictObject({ now: z.optional(Time), advance: z.optional(z.number()) });

export const CLOCK_ROUTES = [
  ask("GET", "/clock", ({ clock }) => ({ now: clock.now() })),
  tell("POST", "/clock", ClockChange, ({ clock }, { now, advance }) => {
    if (now !== undefined && advance === undefined) clock.set(new Date(now));
    else if (advance !== undefined && now === undefined) clock.advance(advance);
    else throw new BadRequest('The clock takes either { "now": ISO time } or { "advance": seconds }.');
    return { now: clock.now() };
  }),
];
