import * as z from "zod/mini";
import { fieldsWith, namedObject } from "../../schema.ts";

/** A reference to a repository by its names. */
export class RepositoryReference extends namedObject(() => ({
  id: z.int(),
  ...fieldsWith(z.string(), "node_id", "name", "full_name"),
  private: z.boolean(),
})) {}
