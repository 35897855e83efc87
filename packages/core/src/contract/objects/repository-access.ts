import * as z from "zod/mini";
import { extensibleEnum, namedObject } from "../schema.ts";
import { SimpleRepository } from "./repository.ts";

/** Repositories that dependency updates can read: all of a visibility level, plus some individually. */
export class RepositoryAccess extends namedObject(() => ({
  default_level: z.optional(z.nullable(extensibleEnum("public", "internal"))),
  accessible_repositories: z.optional(z.array(z.nullable(SimpleRepository.schema()))),
})) {}
