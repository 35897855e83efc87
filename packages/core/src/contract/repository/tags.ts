import { Tag } from "../objects/tag.ts";
import { operation } from "../operation.ts";
import { list } from "../paging.ts";
import { publicReadAccess } from "../permission-access.ts";

/**
 * Lists the tags of a repository.
 * @see https://docs.github.com/rest/repos/repos#list-repository-tags
 */
export const listTags = operation("GET /repos/{owner}/{repo}/tags", () => ({
  ...list(Tag.schema()),
  access: publicReadAccess("metadata"),
}));
