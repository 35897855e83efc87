import type { EmulatorContext } from "../../emulator-context.ts";
import type { Repository } from "../../state/repositories.ts";
import { isFields, type JsonFields } from "./fake.ts";
import type { FakeEventContext } from "./fake-context.ts";

/**
 * Creates an event's fields from the state.
 * @param given given fields, whose numbers and IDs select the resources
 */
export type StateFieldsFunction = (
  context: EmulatorContext,
  eventContext: FakeEventContext,
  given: JsonFields,
) => JsonFields;

export const NO_FIELDS: JsonFields = {};
export const FIRST_ROW = { limit: 1, offset: 0 } as const;

export type RepositoryFieldsFunction = (
  context: EmulatorContext,
  repository: Repository,
  given: JsonFields,
  eventContext: FakeEventContext,
) => JsonFields;

export function inRepository(createFields: RepositoryFieldsFunction): StateFieldsFunction {
  return (context, eventContext, given) =>
    eventContext.repository ? createFields(context, eventContext.repository, given, eventContext) : NO_FIELDS;
}

/** Returns the number or ID in the given fields; undefined if there is none. */
export function numberIn(given: JsonFields, objectName: string, name: "number" | "id" | "run_id"): number | undefined {
  const givenValue = given[objectName];
  const number = isFields(givenValue) ? givenValue[name] : undefined;
  return typeof number === "number" ? number : undefined;
}

/** Returns the text in the given fields; undefined if there is none. */
export function textIn(given: JsonFields, objectName: string, name: string): string | undefined {
  const givenValue = given[objectName];
  const text = isFields(givenValue) ? givenValue[name] : undefined;
  return typeof text === "string" ? text : undefined;
}

export const numbered = (url: string, html_url: string, number: number) => ({ number, url, html_url });
