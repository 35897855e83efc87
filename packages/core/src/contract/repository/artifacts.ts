import * as z from "zod/mini";
import { LOCATION } from "../definition.ts";
import { Artifact } from "../objects/artifact.ts";
import { operation } from "../operation.ts";
import { wrappedList } from "../paging.ts";
import { permissionAccess, publicReadAccess } from "../permission-access.ts";
import { get } from "../reads-and-writes.ts";

const path = () => z.object({ artifact_id: z.int() });

/**
 * Lists the artifacts of a repository's workflow runs, newest first.
 * @see https://docs.github.com/rest/actions/artifacts#list-artifacts-for-a-repository
 */
export const listArtifacts = operation("GET /repos/{owner}/{repo}/actions/artifacts", () => ({
  ...wrappedList({ artifacts: z.array(Artifact.schema()) }, { name: z.optional(z.string()) }),
  access: publicReadAccess("actions"),
}));

/**
 * Gets an artifact.
 * @see https://docs.github.com/rest/actions/artifacts#get-an-artifact
 */
export const getArtifact = operation("GET /repos/{owner}/{repo}/actions/artifacts/{artifact_id}", () => ({
  path: path(),
  ...get({ access: publicReadAccess("actions") }, Artifact.schema()),
}));

/**
 * Returns the download URL of an artifact, valid for one minute; 410 if the artifact has expired. The only
 * `archive_format` is `zip`.
 * @see https://docs.github.com/rest/actions/artifacts#download-an-artifact
 */
export const getArtifactArchive = operation(
  "GET /repos/{owner}/{repo}/actions/artifacts/{artifact_id}/{archive_format}",
  () => ({
    path: path(),
    success: { 302: LOCATION },
    otherStatuses: [410],
    access: permissionAccess("actions", "read", ["repo"]),
    retry: "safe",
  }),
);
