import * as z from "zod/mini";
import { fieldsWith, namedObject } from "../schema.ts";

/** A tag of a repository, with its commit and archives. */
export class Tag extends namedObject(() => ({
  ...fieldsWith(z.string(), "name", "node_id", "zipball_url", "tarball_url"),
  commit: z.looseObject(fieldsWith(z.string(), "sha", "url")),
})) {}
