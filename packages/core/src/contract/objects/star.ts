import * as z from "zod/mini";
import { namedObject } from "../schema.ts";
import { Repository } from "./repository.ts";
import { User } from "./user.ts";

/** A user who starred a repository, with the time of the star. */
export class Stargazer extends namedObject(() => ({ starred_at: z.string(), user: z.nullable(User.schema()) })) {}

/** A starred repository, with the time of the star. */
export class StarredRepository extends namedObject(() => ({ starred_at: z.string(), repo: Repository.schema() })) {}
