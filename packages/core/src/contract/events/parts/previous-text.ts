import * as z from "zod/mini";
import { namedObject } from "../../schema.ts";

/** Previous value of an edited text; the current value is in the object itself. */
export class PreviousText extends namedObject(() => ({ from: z.string() })) {}
