import * as z from "zod/mini";
import { operation } from "../operation.ts";
import { publicReadAccess } from "../permission-access.ts";
import { get } from "../reads-and-writes.ts";

/**
 * Gets the programming languages of a repository, each with the number of bytes written in it.
 * @see https://docs.github.com/rest/repos/repos#list-repository-languages
 */
export const getLanguages = operation("GET /repos/{owner}/{repo}/languages", () =>
  get({ access: publicReadAccess("metadata") }, z.record(z.string(), z.int())),
);
