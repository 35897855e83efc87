import { describe, expect, test } from "vitest";
import { widgets } from "./client/answered.fixture.ts";
import { clientOf, ending, reply, serving, TOKEN } from "./client/service.fixture.ts";
import { getSubscription } from "./contract/repository/watching.ts";
import * as errors from "./errors.ts";

const until = new Date(1_800_000_000_000);
const context = {
  ...{ about: "GET /x: 400", route: "GET /x", status: 400, requestId: "A1", documentationUrl: "https://docs.test" },
  cause: new Error(`It had ${TOKEN}.`),
};

/** One of each class, and the guard that knows it. */
const EACH: [error: errors.ForgeError, guard: (error: unknown) => boolean, own: object][] = [
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

describe.each(EACH.map(([error, guard, own]) => ({ name: error.name, error, guard, own })))(
  "$name",
  ({ name, error, guard, own }) => {
    test("keeps what it knows as JSON, and not what caused it", () => {
      const json = JSON.stringify(error);
      const { cause: _, about: __, ...known } = context;
      expect(JSON.parse(json)).toEqual({ name, message: "GET /x: 400 No.", detail: "No.", ...known, ...own });
      expect(json).not.toContain(TOKEN);
    });

    test("is known by its guard, and by no other", () => {
      expect(EACH.map(([, one]) => one(error))).toEqual(EACH.map(([, one]) => one === guard));
      expect(errors.isForgeError(error)).toBe(true);
    });
  },
);

test("guards know the errors of another copy of the package", async () => {
  const address = "./errors.ts?another-copy";
  const copy: typeof errors = await import(/* @vite-ignore */ address);
  const error = new copy.RateLimitError("No.", { until });
  expect(error).not.toBeInstanceOf(errors.RateLimitError);
  expect([errors.isForgeError(error), errors.isRateLimitError(error), errors.isGoneError(error)]).toEqual([
    ...[true, true, false],
  ]);
});

test("guards know nothing else", () => {
  for (const other of [new Error("No."), { name: "GoneError" }, null, undefined, "GoneError"]) {
    expect(errors.isForgeError(other) || EACH.some(([, guard]) => guard(other))).toBe(false);
  }
  const likeOne = Object.assign(new Error("No."), { name: "GoneError" });
  expect(errors.isGoneError(likeOne)).toBe(false);
});

test("an error that a call ends in says when it may go on, and not with which token", async () => {
  const { origin } = await serving(({ headers }) =>
    reply(429, { message: `rate limit of ${headers.authorization}` }, { "retry-after": "60" }),
  );
  const error = await ending(clientOf(origin, { retry: false }).call(getSubscription, widgets));
  expect(JSON.parse(JSON.stringify(error))).toMatchObject({
    ...{ name: "RateLimitError", status: 429, until: expect.stringMatching(/^\d{4}-/) },
    message: expect.stringContaining("429 rate limit of Bearer [secret]."),
  });
});
