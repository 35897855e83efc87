import * as z from "zod/mini";
import { namedObject } from "../schema.ts";

/** The topics of a repository. */
export class Topics extends namedObject(() => ({ names: z.array(z.string()) })) {}
