import * as z from "zod/mini";
import { BadRequestError, bodilessRoute, bodyRoute } from "./route.ts";

export const IsoTime = z.iso.datetime({
  offset: true,
  error: "must be a time in ISO 8601, such as 2026-01-31T12:00:00Z",
});

/** Exactly one of the two must be present. */
const ClockChange = z.strictObject({ now: z.optional(IsoTime), advance: z.optional(z.number()) });

export const CLOCK_ROUTES = [
  bodilessRoute("GET", "/clock", ({ clock }) => ({ now: clock.now() })),
  bodyRoute("POST", "/clock", ClockChange, ({ clock }, { now, advance }) => {
    if (now !== undefined && advance === undefined) clock.set(new Date(now));
    else if (advance !== undefined && now === undefined) clock.advance(advance);
    else throw new BadRequestError('The body must be either { "now": ISO time } or { "advance": seconds }.');
    return { now: clock.now() };
  }),
];
