import type { Input } from "@forgehand/core/contract";
import {
  createCustomPatterns,
  deleteCustomPatterns,
  listCustomPatterns,
  updateCustomPattern,
} from "@forgehand/core/operations";
import * as z from "zod/mini";
import { type OrganizationCall, organizationHandler, renderPage } from "../../http/handler.ts";
import { HttpError, invalid, requireFound } from "../../http-error.ts";
import { renderCustomPattern } from "../../objects/custom-pattern.ts";
import * as state from "../../state/custom-patterns.ts";
import { patternAlerts, patternConfigurationOf } from "../../state/pattern-configurations.ts";
import { invalidExpressions } from "../../state/pattern-expressions.ts";
import { timestamp } from "../../timestamp.ts";
import { cursorPage, sortRows } from "../shared/cursor-pages.ts";
import { isStale } from "../shared/pattern-configuration.ts";

export const customPatterns = [
  organizationHandler(listCustomPatterns, (query, call) => {
    const { page, links } = call;
    const { before, after, sort = "created", direction = "desc" } = query;
    const order = { name: `${sort} ${direction}`, sortKeyOf: sortKeysBy(sort), direction };
    const rows = sortRows(patternsOf(call).filter(matchesQuery(query)), order);
    if (before !== undefined || after !== undefined) {
      return cursorPage({ page, links }, rows, { before, after }, order).map(renderCustomPattern);
    }
    const rowPage = { rows: rows.slice(page.offset, page.offset + page.limit), total: rows.length };
    return renderPage(call, rowPage, renderCustomPattern);
  }),

  organizationHandler(createCustomPatterns, ({ patterns }, call) => {
    const { db, now } = call.context;
    checkNewPatterns(patternsOf(call), patterns);
    const { id } = patternConfigurationOf(db, { organization_id: call.organization.id });
    const created = patterns.map((pattern) => {
      const expressions = z.parse(state.PatternExpressions, pattern);
      const initial = { name: pattern.name, state: "unpublished", setting: "disabled" } as const;
      return state.createCustomPattern(db, id, { ...initial, ...expressions }, timestamp(now()));
    });
    return { created_patterns: created.map(renderCustomPattern) };
  }),

  organizationHandler(deleteCustomPatterns, ({ patterns, post_delete_action: action }, call) => {
    const { db } = call.context;
    const { id: configurationId } = patternConfigurationOf(db, { organization_id: call.organization.id });
    const found = patterns.map(({ pattern_id, custom_pattern_version }) => {
      const pattern = requirePattern(call, pattern_id);
      checkVersion(pattern, custom_pattern_version);
      return pattern;
    });
    for (const pattern of found) {
      state.deleteCustomPattern(db, pattern);
      if (action !== "resolve_alerts")
        patternAlerts.delete(db, { configuration_id: configurationId, token_type: state.customTokenType(pattern) });
    }
  }),

  organizationHandler(
    updateCustomPattern,
    (input, call) => {
      const { db, now } = call.context;
      const pattern = requirePattern(call, input.pattern_id);
      checkVersion(pattern, input.custom_pattern_version);
      const [invalidExpression] = invalidExpressions(input);
      if (invalidExpression) throw invalid(invalidExpression.field, unsupportedMessage(invalidExpression.expression));
      const expressions = z.parse(state.PatternExpressions, { ...pattern, ...input });
      return renderCustomPattern(state.updateCustomPattern(db, pattern, expressions, timestamp(now())));
    },
    ({ pattern_id }, call) => patternsOf(call).some(({ id }) => String(id) === pattern_id),
  ),
];

type CustomPatternQuery = Omit<Input<typeof listCustomPatterns>, "org">;

function patternsOf({ context: { db }, organization }: OrganizationCall): state.CustomPattern[] {
  return state.customPatternsOf(db, patternConfigurationOf(db, { organization_id: organization.id }).id);
}

const matchesQuery =
  ({ state: requestedState, push_protection: requestedSetting }: CustomPatternQuery) =>
  (pattern: state.CustomPattern): boolean =>
    (requestedState === undefined || pattern.state === requestedState) &&
    (requestedSetting === undefined || pattern.setting === requestedSetting);

/** Returns the keys that a list is sorted by. Patterns with equal keys are sorted by age. */
const sortKeysBy =
  (sort: NonNullable<CustomPatternQuery["sort"]>) =>
  ({ id, ...pattern }: state.CustomPattern): (string | number)[] => {
    if (sort === "name") return [pattern.name.toLowerCase(), id];
    return [sort === "updated" ? pattern.updated_at : pattern.created_at, id];
  };

type CustomPatternInput = Input<typeof createCustomPatterns>["patterns"][number];

/** @throws HttpError 422 with the errors of each invalid pattern, by its index */
function checkNewPatterns(existing: readonly state.CustomPattern[], patterns: readonly CustomPatternInput[]): void {
  const names = new Set(existing.map(({ name }) => name.toLowerCase()));
  const rejected: Record<string, { errors: { code: string; message: string }[] }> = {};
  for (const [index, pattern] of patterns.entries()) {
    const errors = invalidExpressions(pattern).map(({ field, expression }) => ({
      code: field === "pattern" ? "invalid" : field,
      message: unsupportedMessage(expression),
    }));
    const name = pattern.name.toLowerCase();
    if (name.trim() === "") errors.push({ code: "name", message: "Name can't be blank" });
    if (names.has(name)) errors.push({ code: "name", message: "Name has already been taken" });
    names.add(name);
    if (errors.length > 0) rejected[index] = { errors };
  }
  if (Object.keys(rejected).length === 0) return;
  throw new HttpError(
    422,
    "Validation failed for one or more patterns.",
    undefined,
    {},
    { validation_errors: rejected },
  );
}

const unsupportedMessage = (expression: string) =>
  `${JSON.stringify(expression)} is not a valid expression: lookaround and backreferences are not supported`;

/** @throws HttpError 404 */
function requirePattern(call: OrganizationCall, id: number): state.CustomPattern {
  return requireFound(patternsOf(call).find((candidate) => candidate.id === id));
}

/** @throws HttpError 412 if the pattern has changed since the given version */
function checkVersion({ name, version }: state.CustomPattern, given: string | null | undefined): void {
  if (!isStale(given, version)) return;
  throw new HttpError(412, `The custom pattern ${name} has changed since this version of it was read.`);
}
