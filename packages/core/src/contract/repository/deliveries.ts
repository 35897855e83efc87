import * as z from "zod/mini";
import { GIVEN_TOKENS } from "../access.ts";
import { once } from "../once.ts";
import { operation } from "../operation.ts";
import { HOOKS_READ, HOOKS_WRITE, hookPath } from "./hooks.ts";

const summary = /* @__PURE__ */ once(() => ({
  /** Past 2^53: digits, not a number. */
  id: z.string().check(z.regex(/^\d+$/)),
  /** The same for every attempt at one event. */
  guid: z.string(),
  delivered_at: z.string(),
  redelivery: z.boolean(),
  /** Seconds. */
  duration: z.number(),
  /** `OK`, or a few words on what went wrong. */
  status: z.string(),
  /** The receiver's answer; 0 where there was none. */
  status_code: z.int(),
  event: z.string(),
  action: z.nullable(z.string()),
  installation_id: z.nullable(z.int()),
  repository_id: z.nullable(z.int()),
}));

/** The record of one attempt to deliver an event to a webhook (document 1, Delivery records). */
export interface Delivery extends z.output<ReturnType<typeof Delivery>> {}
export const Delivery = /* @__PURE__ */ once(() => z.looseObject(summary()));

/** A delivery record with what was sent and what came back. */
export interface FullDelivery extends z.output<ReturnType<typeof FullDelivery>> {}
export const FullDelivery = /* @__PURE__ */ once(() =>
  z.looseObject({
    ...summary(),
    url: z.optional(z.string()),
    request: z.looseObject({ headers: z.unknown(), payload: z.unknown() }),
    response: z.looseObject({ headers: z.unknown(), payload: z.nullable(z.string()) }),
  }),
);

/** A webhook's deliveries, the newest first (document 1 names it; the shape is the public description's). */
export const listRepositoryHookDeliveries = /* @__PURE__ */ operation(
  "GET /repos/{owner}/{repo}/hooks/{hook_id}/deliveries",
  () => ({
    path: hookPath(),
    query: z.object({
      per_page: z.optional(z.int()),
      cursor: z.optional(z.string()),
      status: z.optional(z.enum(["success", "failure"])),
    }),
    success: { 200: z.array(Delivery()) },
    errors: [400, 404, 422],
    access: HOOKS_READ,
    retry: "safe",
    paging: { kind: "cursor", perPage: { default: 30, maximum: 100 } },
    exact: ["[].id"],
  }),
);

/** One delivery with its request and response. */
export const getRepositoryHookDelivery = /* @__PURE__ */ operation(
  "GET /repos/{owner}/{repo}/hooks/{hook_id}/deliveries/{delivery_id}",
  () => ({
    path: hookPath(),
    success: { 200: FullDelivery() },
    errors: [400, 404, 422],
    access: HOOKS_READ,
    retry: "safe",
    exact: ["id"],
  }),
);

/**
 * Send a delivery again, under its old GUID. Answers at once; the attempt gets a record of its own. A job's built-in
 * token can't (document 1, Delivery records).
 */
export const redeliverRepositoryHookDelivery = /* @__PURE__ */ operation(
  "POST /repos/{owner}/{repo}/hooks/{hook_id}/deliveries/{delivery_id}/attempts",
  () => ({
    path: hookPath(),
    success: { 202: undefined },
    errors: [400, 404, 422],
    access: { ...HOOKS_WRITE, tokens: GIVEN_TOKENS },
    retry: "verify",
  }),
);
