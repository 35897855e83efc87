import * as z from "zod/mini";
import { ask, tell } from "./route.ts";

/** What the clock may be told. */
const ClockChange = z.union([z.strictObject({ now: z.iso.datetime() }), z.strictObject({ advance: z.number() })], {
  error: () => 'a body of {"now": ISO time} or {"advance": seconds} is expected',
});

export const CLOCK_ROUTES = [
  ask("GET", "/clock", ({ clock }) => ({ now: clock.now() })),
  tell("POST", "/clock", ClockChange, ({ clock }, change) => {
    if ("now" in change) clock.set(new Date(change.now));
    else clock.advance(change.advance);
    return { now: clock.now() };
  }),
];
