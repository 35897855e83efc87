import type { Input } from "@forgehand/core/contract";
import {
  createCustomPatterns,
  deleteCustomPatterns,
  listCustomPatterns,
  updateCustomPattern,
} from "@forgehand/core/operations";
import * as z from "zod/mini";
import { listed, type OrganizationCall, onOrganization } from "../../http/call.ts";
import { invalid, notFound, Refusal } from "../../http/refusal.ts";
import { renderCustomPattern } from "../../objects/custom-pattern.ts";
import * as state from "../../state/custom-patterns.ts";
import { configurationOf, deleteAlerts } from "../../state/pattern-configurations.ts";
import { wrongExpressions } from "../../state/pattern-expressions.ts";
import { timestamp } from "../../timestamp.ts";
import { cursorPage, inOrder } from "../families/cursor-pages.ts";
import { isStale } from "../families/pattern-configuration.ts";

export const customPatterns = [
  onOrganization(listCustomPatterns, (query, call) => {
    const { window, links } = call;
    const { before, after, sort = "created", direction = "desc" } = query;
    const order = { by: `${sort} ${direction}`, placeOf: placesIn(sort), direction };
    const rows = inOrder(patternsOf(call).filter(wanted(query)), order);
    if (before !== undefined || after !== undefined) {
      return cursorPage({ window, links }, rows, { before, after }, order).map(renderCustomPattern);
    }
    const part = { rows: rows.slice(window.offset, window.offset + window.limit), total: rows.length };
    return listed(call, part, renderCustomPattern);
  }),

  onOrganization(createCustomPatterns, ({ patterns }, call) => {
    const { db, now } = call.world;
    checkNew(patternsOf(call), patterns);
    const { id } = configurationOf(db, { organizationId: call.organization.id });
    const created = patterns.map((told) => {
      const expressions = z.parse(state.PatternExpressions, told);
      const first = { name: told.name, state: "unpublished", setting: "disabled" } as const;
      return state.createCustomPattern(db, id, { ...first, ...expressions }, timestamp(now()));
    });
    return { created_patterns: created.map(renderCustomPattern) };
  }),

  onOrganization(deleteCustomPatterns, ({ patterns, post_delete_action: action }, call) => {
    const { db } = call.world;
    const { id: configurationId } = configurationOf(db, { organizationId: call.organization.id });
    const found = patterns.map(({ pattern_id, custom_pattern_version }) => {
      const pattern = findPattern(call, pattern_id);
      checkVersion(pattern, custom_pattern_version);
      return pattern;
    });
    for (const pattern of found) {
      state.deleteCustomPattern(db, pattern);
      if (action !== "resolve_alerts") deleteAlerts(db, configurationId, state.customTokenType(pattern));
    }
    return undefined;
  }),

  onOrganization(
    updateCustomPattern,
    (input, call) => {
      const { db, now } = call.world;
      const pattern = findPattern(call, input.pattern_id);
      checkVersion(pattern, input.custom_pattern_version);
      const [wrong] = wrongExpressions(input);
      if (wrong) throw invalid(wrong.field, cantBeLookedFor(wrong.expression));
      const expressions = z.parse(state.PatternExpressions, { ...pattern, ...input });
      return renderCustomPattern(state.updateCustomPattern(db, pattern, expressions, timestamp(now())));
    },
    ({ pattern_id }, call) => patternsOf(call).some(({ id }) => String(id) === pattern_id),
  ),
];

type Query = Omit<Input<typeof listCustomPatterns>, "org">;

function patternsOf({ world: { db }, organization }: OrganizationCall): state.CustomPattern[] {
  return state.customPatterns(db, configurationOf(db, { organizationId: organization.id }).id);
}

const wanted =
  ({ state: shown, push_protection: setting }: Query) =>
  (pattern: state.CustomPattern): boolean =>
    (shown === undefined || pattern.state === shown) && (setting === undefined || pattern.setting === setting);

/** What a list is sorted by, and by age where that is the same. */
const placesIn =
  (sort: NonNullable<Query["sort"]>) =>
  ({ id, ...pattern }: state.CustomPattern): (string | number)[] => {
    if (sort === "name") return [pattern.name.toLowerCase(), id];
    return [sort === "updated" ? pattern.updated_at : pattern.created_at, id];
  };

type NewPattern = Input<typeof createCustomPatterns>["patterns"][number];

/** @throws Refusal 422 that says of each pattern by its place what is wrong with it */
function checkNew(known: readonly state.CustomPattern[], patterns: readonly NewPattern[]): void {
  const names = new Set(known.map(({ name }) => name.toLowerCase()));
  const wrong: Record<string, { errors: { code: string; message: string }[] }> = {};
  for (const [index, pattern] of patterns.entries()) {
    const errors = wrongExpressions(pattern).map(({ field, expression }) => ({
      code: field === "pattern" ? "invalid" : field,
      message: cantBeLookedFor(expression),
    }));
    const name = pattern.name.toLowerCase();
    if (name.trim() === "") errors.push({ code: "name", message: "Name can't be blank" });
    if (names.has(name)) errors.push({ code: "name", message: "Name has already been taken" });
    names.add(name);
    if (errors.length > 0) wrong[index] = { errors };
  }
  if (Object.keys(wrong).length === 0) return;
  throw new Refusal(422, "Validation failed for one or more patterns.", undefined, {}, { validation_errors: wrong });
}

const cantBeLookedFor = (expression: string) =>
  `${JSON.stringify(expression)} is no expression that can be looked for: it knows neither lookaround nor references back`;

/** @throws Refusal 404 */
function findPattern(call: OrganizationCall, id: number): state.CustomPattern {
  const pattern = patternsOf(call).find((one) => one.id === id);
  if (!pattern) throw notFound();
  return pattern;
}

/** @throws Refusal 412 where somebody else has changed the pattern since */
function checkVersion({ name, version }: state.CustomPattern, told: string | null | undefined): void {
  if (!isStale(told, version)) return;
  throw new Refusal(412, `The custom pattern ${name} has changed since this version of it was read.`);
}
