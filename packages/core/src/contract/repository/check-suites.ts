import * as z from "zod/mini";
import { CheckSuiteDetails, CheckSuitePreferences } from "../objects/check-suite.ts";
import { operation } from "../operation.ts";
import { wrappedList } from "../paging.ts";
import { permissionAccess, publicReadAccess } from "../permission-access.ts";
import { get, update } from "../reads-and-writes.ts";
import { CHECKS_WRITE } from "../shared/checks.ts";

// The operations follow the public documentation, their schemas the public API description.

const preferencesAccess = permissionAccess("checks", "write", ["repo"], {
  tokens: ["classic", "oauth", "user-access", "installation"],
  roles: ["repository-admin"],
});

const path = () => z.object({ check_suite_id: z.int() });

/**
 * Creates a check suite of the calling app, or returns the one that it already has (status 200). Only needed if pushes
 * don't create check suites.
 * @see https://docs.github.com/rest/checks/suites#create-a-check-suite
 */
export const createCheckSuite = operation("POST /repos/{owner}/{repo}/check-suites", () => ({
  body: z.object({ head_sha: z.string() }),
  success: { 200: CheckSuiteDetails.schema(), 201: CheckSuiteDetails.schema() },
  access: CHECKS_WRITE,
  retry: "idempotent",
}));

/**
 * Sets the apps for which a push creates a check suite, or not. It does for all others.
 * @see https://docs.github.com/rest/checks/suites#update-repository-preferences-for-check-suites
 */
export const setCheckSuitePreferences = operation("PATCH /repos/{owner}/{repo}/check-suites/preferences", () => ({
  body: z.object({
    auto_trigger_checks: z.optional(z.array(z.object({ app_id: z.int(), setting: z.boolean() }))),
  }),
  ...update({ access: preferencesAccess }, CheckSuitePreferences.schema()),
}));

/**
 * Gets a check suite.
 * @see https://docs.github.com/rest/checks/suites#get-a-check-suite
 */
export const getCheckSuite = operation("GET /repos/{owner}/{repo}/check-suites/{check_suite_id}", () => ({
  path: path(),
  ...get({ access: publicReadAccess("checks") }, CheckSuiteDetails.schema()),
}));

/**
 * Requests that an app runs its check suite again.
 * @see https://docs.github.com/rest/checks/suites#rerequest-a-check-suite
 */
export const rerequestCheckSuite = operation(
  "POST /repos/{owner}/{repo}/check-suites/{check_suite_id}/rerequest",
  () => ({
    path: path(),
    success: { 201: z.looseObject({}) },
    access: CHECKS_WRITE,
    retry: "never",
  }),
);

/**
 * Lists the check suites of a commit, given by its ID, a branch or a tag.
 * @see https://docs.github.com/rest/checks/suites#list-check-suites-for-a-git-reference
 */
export const listCheckSuites = operation("GET /repos/{owner}/{repo}/commits/{ref}/check-suites", () => ({
  ...wrappedList(
    { check_suites: z.array(CheckSuiteDetails.schema()) },
    { app_id: z.optional(z.int()), check_name: z.optional(z.string()) },
  ),
  access: publicReadAccess("checks"),
}));
