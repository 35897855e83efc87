import { describe, expect, test } from "vitest";
import { widgets } from "./client/mock-client.fixture.ts";
import { createTestClient, outcomeOf, reply, startService, TOKEN } from "./client/service.fixture.ts";
import { getSubscription } from "./contract/repository/watching.ts";
import * as errors from "./errors.ts";

const until = new Date(1_800_000_000_000);
const context = {
  messagePrefix: "GET /x: 400",
  route: "GET /x",
  status: 400,
  requestId: "A1",
  documentationUrl: "https://docs.test",
  cause: new Error(`It had ${TOKEN}.`),
};

/** One error of each class, its guard and its own fields. */
const ERRORS_AND_GUARDS: [error: errors.ForgeError, guard: (error: unknown) => boolean, ownFields: object][] = [
  [new errors.AuthenticationError("No.", context), errors.isAuthenticationError, {}],
  [
    new errors.PermissionError("No.", { ...context, missing: [{ scope: "repo" }] }),
    errors.isPermissionError,
    { missing: [{ scope: "repo" }] },
  ],
  [new errors.NotFoundError("No.", context), errors.isNotFoundError, {}],
  [new errors.ConflictError("No.", context), errors.isConflictError, {}],
  [
    new errors.ValidationError("No.", { ...context, fields: [{ field: "name", code: "missing" }] }),
    errors.isValidationError,
    { fields: [{ field: "name", code: "missing" }] },
  ],
  [new errors.RateLimitError("No.", { ...context, until }), errors.isRateLimitError, { until: until.toISOString() }],
  [new errors.GoneError("No.", context), errors.isGoneError, {}],
  [new errors.ServiceError("No.", { ...context, outcome: "none" }), errors.isServiceError, { outcome: "none" }],
  [new errors.ConnectionError("No.", context), errors.isConnectionError, { outcome: "unknown" }],
  [new errors.ResponseError("No.", context), errors.isResponseError, {}],
  [new errors.InputError("No.", { ...context, field: "name" }), errors.isInputError, { field: "name" }],
];

describe.each(ERRORS_AND_GUARDS.map(([error, guard, ownFields]) => ({ name: error.name, error, guard, ownFields })))(
  "$name",
  ({ name, error, guard, ownFields }) => {
    test("serializes its fields as JSON, without the cause", () => {
      const json = JSON.stringify(error);
      const { cause: _, messagePrefix: __, ...fields } = context;
      expect(JSON.parse(json)).toEqual({ name, message: "GET /x: 400 No.", detail: "No.", ...fields, ...ownFields });
      expect(json).not.toContain(TOKEN);
    });

    test("is recognized by its own guard only", () => {
      expect(ERRORS_AND_GUARDS.map(([, isClass]) => isClass(error))).toEqual(
        ERRORS_AND_GUARDS.map(([, isClass]) => isClass === guard),
      );
      expect(errors.isForgeError(error)).toBe(true);
    });
  },
);

test("guards recognize errors of another copy of the package", async () => {
  const address = "./errors.ts?another-copy";
  const copy: typeof errors = await import(/* @vite-ignore */ address);
  const error = new copy.RateLimitError("No.", { until });
  expect(error).not.toBeInstanceOf(errors.RateLimitError);
  expect([errors.isForgeError(error), errors.isRateLimitError(error), errors.isGoneError(error)]).toEqual([
    true,
    true,
    false,
  ]);
});

test("guards reject other errors and values", () => {
  for (const other of [new Error("No."), { name: "GoneError" }, null, undefined, "GoneError"]) {
    expect(errors.isForgeError(other) || ERRORS_AND_GUARDS.some(([, guard]) => guard(other))).toBe(false);
  }
  const lookalike = Object.assign(new Error("No."), { name: "GoneError" });
  expect(errors.isGoneError(lookalike)).toBe(false);
});

test("a rate limit error contains the retry time, but not the token", async () => {
  const { origin } = await startService(({ headers }) =>
    reply(429, { message: `rate limit of ${headers.authorization}` }, { "retry-after": "60" }),
  );
  const error = await outcomeOf(createTestClient(origin, { retry: false }).call(getSubscription, widgets));
  expect(JSON.parse(JSON.stringify(error))).toMatchObject({
    name: "RateLimitError",
    status: 429,
    until: expect.stringMatching(/^\d{4}-/),
    message: expect.stringContaining("429 rate limit of Bearer [secret]."),
  });
});
