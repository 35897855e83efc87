import * as z from "zod/mini";
import { type Access, ALL_TOKENS, type Level } from "../access.ts";
import { pageQuery, VARIABLE_NAME } from "../fields.ts";
import { once } from "../once.ts";
import { operation } from "../operation.ts";

/** A configuration variable (public description). */
export interface Variable extends z.output<ReturnType<typeof Variable>> {}
export const Variable = /* @__PURE__ */ once(() =>
  z.looseObject({ name: z.string(), value: z.string(), created_at: z.string(), updated_at: z.string() }),
);

const access = (level: Level): Access => ({
  tokens: ALL_TOKENS,
  needs: [[{ permission: "actions_variables", level }], [{ scope: "repo" }]],
  role: "push",
});

const name = () =>
  z.string().check(z.regex(VARIABLE_NAME, "a name has only letters, digits and _, and no digit first"));

/** The variables of a repository; at most 30 a page. */
export const listRepositoryVariables = /* @__PURE__ */ operation("GET /repos/{owner}/{repo}/actions/variables", () => ({
  query: pageQuery(),
  success: { 200: z.looseObject({ total_count: z.int(), variables: z.array(Variable()) }) },
  errors: [404],
  access: access("read"),
  retry: "safe",
  paging: { kind: "page", items: "variables", perPage: { default: 10, maximum: 30 } },
}));

/** One variable, or null where there is none. */
export const getRepositoryVariable = /* @__PURE__ */ operation(
  "GET /repos/{owner}/{repo}/actions/variables/{name}",
  () => ({
    success: { 200: Variable() },
    absent: { 404: null },
    errors: [403],
    access: access("read"),
    retry: "safe",
  }),
);

/** Create a variable; 409 where the name is taken. */
export const createRepositoryVariable = /* @__PURE__ */ operation(
  "POST /repos/{owner}/{repo}/actions/variables",
  () => ({
    body: z.object({ name: name(), value: z.string() }),
    success: { 201: undefined },
    errors: [403, 404, 409, 422],
    access: access("write"),
    retry: "verify",
  }),
);

/** Change a variable's value, or its name to `new_name`. */
export const updateRepositoryVariable = /* @__PURE__ */ operation(
  "PATCH /repos/{owner}/{repo}/actions/variables/{name}",
  () => ({
    body: z.object({ new_name: z.optional(name()), value: z.optional(z.string()) }),
    bodyNames: { new_name: "name" },
    success: { 204: undefined },
    errors: [403, 404, 409, 422],
    access: access("write"),
    retry: "idempotent",
  }),
);

/** Delete a variable. */
export const deleteRepositoryVariable = /* @__PURE__ */ operation(
  "DELETE /repos/{owner}/{repo}/actions/variables/{name}",
  () => ({
    success: { 204: undefined },
    errors: [403, 404],
    access: access("write"),
    retry: "idempotent",
  }),
);
