import fc from "fast-check";
import { describe, expect, test } from "vitest";
import * as z from "zod/mini";
import { Advisory } from "../contract/objects/advisory.ts";
import { FullHookDelivery } from "../contract/objects/delivery.ts";
import { RepositoryHook } from "../contract/objects/hook.ts";
import { Installation } from "../contract/objects/installation.ts";
import { RateLimits } from "../contract/objects/rate-limit.ts";
import { SourceImport } from "../contract/objects/source-import.ts";
import { github } from "./github.ts";
import { svc } from "./svc.ts";
import { fromWire, toWire } from "./translate-declared.ts";

describe("a dialect's names", () => {
  test("apply to fields, values and keys that the contract knows", () => {
    const advisory = { svcsa_id: "X-1", identifiers: [{ type: "SVCSA", value: "SVCSA" }] };
    expect(toWire(github, z.array(Advisory.schema()), [advisory])).toEqual([
      { ghsa_id: "X-1", identifiers: [{ type: "GHSA", value: "SVCSA" }] },
    ]);
    const permissions = { organization_assistant_seat_management: "read", contents: "write" };
    expect(toWire(github, Installation.schema(), { permissions })).toEqual({
      permissions: { organization_copilot_seat_management: "read", contents: "write" },
    });
    expect(fromWire(github, RateLimits.schema(), { resources: { copilot_usage_records: 1 } })).toEqual({
      resources: { assistant_usage_records: 1 },
    });
  });

  test("apply to events", () => {
    const events = ["push", "updater_alert", "*", "brand_new"];
    const wire = ["push", "dependabot_alert", "*", "brand_new"];
    expect(toWire(github, RepositoryHook.schema(), { events })).toEqual({ events: wire });
    expect(fromWire(github, RepositoryHook.schema(), { events: wire })).toEqual({ events });
    // The original request is returned unchanged.
    const request = { headers: { "X-GitHub-Event": "dependabot_alert" }, payload: { event: "dependabot_alert" } };
    expect(fromWire(github, FullHookDelivery.schema(), { event: "dependabot_alert", request })).toEqual({
      event: "updater_alert",
      request,
    });
  });

  test("do not apply to other fields of the same name", () => {
    // `svc_root` is a field of the service itself.
    expect(toWire(github, SourceImport.schema(), { svc_root: "/", svn_root: "/" })).toEqual({
      svc_root: "/",
      svn_root: "/",
    });
    const unknown = { brand_new: { svcsa_id: 1 }, summary: "SVCSA" };
    expect(toWire(github, Advisory.schema(), unknown)).toEqual(unknown);
  });

  test("take precedence if an object has a field under both names", () => {
    for (const advisory of [
      { svcsa_id: "A", ghsa_id: "B" },
      { ghsa_id: "B", svcsa_id: "A" },
    ]) {
      expect(toWire(github, Advisory.schema(), advisory)).toEqual({ ghsa_id: "A" });
      expect(fromWire(github, Advisory.schema(), advisory)).toEqual({ svcsa_id: "B" });
    }
  });

  test("do not change anything in the neutral dialect", () => {
    const advisory = { svcsa_id: "X-1", identifiers: [{ type: "SVCSA", value: "1" }] };
    expect(toWire(svc, Advisory.schema(), advisory)).toBe(advisory);
  });

  test("translate to the wire and back without loss", () => {
    const key = fc.constantFrom("svcsa_id", "identifiers", "type", "svc_root", "other");
    const { value } = fc.letrec((tie) => ({
      value: fc.oneof(fc.constantFrom("SVCSA", "CVE", "x"), fc.integer(), fc.array(tie("value")), tie("object")),
      object: fc.dictionary(key, tie("value")),
    }));
    fc.assert(
      fc.property(value, (input) => {
        expect(fromWire(github, Advisory.schema(), toWire(github, Advisory.schema(), input))).toEqual(input);
      }),
    );
  });
});
