import * as z from "zod/mini";
import { namedObject } from "../schema.ts";

/** The license of a repository. */
export class License extends namedObject(() => ({
  key: z.string(),
  name: z.string(),
  url: z.nullable(z.string()),
  spdx_id: z.nullable(z.string()),
  node_id: z.string(),
  html_url: z.optional(z.string()),
})) {}
