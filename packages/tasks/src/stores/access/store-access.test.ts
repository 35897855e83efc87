import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  accessAfter,
  type DesiredAccess,
  describeAccess,
  describeWidening,
  type ItemAccess,
  isSameAccess,
} from "./store-access.ts";

const REPOSITORIES = Array.from({ length: 6 }, (_, index) => ({
  id: index + 1,
  name: `acme/r${index}`,
  isPublic: index % 2 === 0,
}));
const selection = fc.subarray(REPOSITORIES);
const visibility = fc.constantFrom("all" as const, "private" as const, "selected" as const);
const access: fc.Arbitrary<ItemAccess> = fc
  .record({ visibility, repositories: selection })
  .map((generated) => (generated.visibility === "selected" ? generated : { ...generated, repositories: [] }));
const desiredAccess: fc.Arbitrary<DesiredAccess> = fc.oneof(
  fc.record({ visibility: fc.option(visibility, { nil: undefined }), repositories: fc.constant(undefined) }),
  fc.record({ visibility: fc.constant("selected" as const), repositories: selection }),
);

/** Reference implementation: finds the repositories that can read a secret by checking each. */
const canRead = ({ visibility, repositories }: ItemAccess) =>
  new Set(
    REPOSITORIES.filter((repository) => {
      if (visibility === "all") return true;
      return visibility === "private" ? !repository.isPublic : repositories.some(({ id }) => id === repository.id);
    }).map(({ id }) => id),
  );

describe("secret access", () => {
  test("reports every repository that gains access", () => {
    fc.assert(
      fc.property(access, desiredAccess, (current, desired) => {
        const after = accessAfter(current, desired);
        const added = canRead(after).difference(canRead(current));
        if (added.size > 0) expect(describeWidening(current, desired)).toBeTypeOf("string");
      }),
    );
  });

  test("reports nothing if access only shrinks", () => {
    fc.assert(
      fc.property(access, selection, (current, repositories) => {
        const remaining = current.repositories.filter((repository) =>
          repositories.some(({ id }) => id === repository.id),
        );
        const desired = {
          visibility: "selected" as const,
          repositories: REPOSITORIES.filter(({ id }) => remaining.some((repository) => repository.id === id)),
        };
        expect(describeWidening(current, desired)).toBeUndefined();
      }),
    );
  });

  test("keeps access that is not configured", () => {
    fc.assert(
      fc.property(access, (current) => {
        const unconfigured = { visibility: undefined, repositories: undefined };
        expect(isSameAccess(current, accessAfter(current, unconfigured))).toBe(true);
        expect(describeWidening(current, unconfigured)).toBeUndefined();
      }),
    );
  });

  test("truncates a long list", () => {
    const repositories = Array.from({ length: 1200 }, (_, id) => ({ id, name: `acme/r${id}` }));
    const description = describeAccess({ visibility: "selected", repositories });
    expect(description).toMatch(/^visible to acme\/r0, .* and 1,190 more$/);
    expect(describeAccess({ visibility: "selected", repositories: [] })).toBe("visible to no repository");
  });
});
