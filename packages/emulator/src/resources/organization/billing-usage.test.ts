import {
  getAiCreditUsage,
  getBillingUsage,
  getBillingUsageSummary,
  getPremiumRequestUsage,
} from "@forgehand/core/operations";
import fc from "fast-check";
import { describe, expect, test as plainTest } from "vitest";
import { pickSize } from "../../../../../test/test-size.ts";
import { startEmulator } from "../../emulator.ts";
import { clientFor, requestJson } from "../../requests.fixture.ts";
import { emulatorTest } from "../../vitest.ts";

const minutes = { product: "actions", unit: "minutes", price: 0.01 };
const requests = { sku: "premium_requests", product: "assistant", unit: "requests", price: 0.04 };
const usage = [
  {
    ...minutes,
    sku: "actions_linux",
    repository: "acme/widgets",
    amount: 1,
    discount: 0.5,
    at: "2026-03-19T08:00:00Z",
  },
  { ...minutes, sku: "actions_linux", repository: "acme/widgets", amount: 2, at: "2026-03-19T23:59:59Z" },
  { ...minutes, sku: "actions_linux", repository: "acme/gears", amount: 4, at: "2026-03-20T00:00:00Z" },
  { ...requests, model: "Large", user: "bob", amount: 0.1, at: "2026-03-20T08:00:00Z" },
  { ...requests, model: "Large", user: "carol", amount: 0.2, at: "2026-03-01T00:00:00Z" },
  { ...requests, model: "Small", user: "bob", amount: 0.4, at: "2026-02-28T23:59:59Z" },
  { sku: "ai_credits", model: "Large", user: "bob", amount: 5, discount: 1, at: "2026-03-02T00:00:00Z" },
  { sku: "ai_credits_extra", user: "bob", amount: 3, at: "2026-03-02T00:00:00Z" },
  { sku: "packages", amount: 8, at: "2025-12-31T23:59:59Z" },
  { sku: "packages", amount: 16, at: "2024-03-20T11:59:59Z" },
];

const seed = {
  users: { alice: {}, bob: {}, carol: {}, bill: {}, mallory: {} },
  organizations: {
    acme: {
      members: { alice: "owner", bob: "member", carol: "member", bill: "member" },
      billing_managers: ["bill"],
      billing_usage: usage,
    },
    lone: { members: { alice: "owner" } },
  },
  repositories: { "acme/widgets": {}, "acme/gears": { private: true }, "lone/things": {} },
  tokens: {
    alice: { kind: "classic", user: "alice" },
    bill: { kind: "classic", user: "bill" },
    bob: { kind: "classic", user: "bob", scopes: "all" },
    fine: { kind: "fine-grained", user: "alice", permissions: { organization_administration: "read" } },
    other: { kind: "fine-grained", user: "alice", permissions: { members: "read" } },
    mallory: { kind: "classic", user: "mallory", scopes: "all" },
  },
};
const now = () => new Date("2026-03-20T12:00:00Z");
const test = emulatorTest({ seed, now });

const acme = { org: "acme" };
const PATH = "/organizations/acme/settings/billing";

describe("premium requests and AI credits", () => {
  test("cover the current month by model", async ({ emulator }) => {
    const { call } = clientFor(emulator, "bill");
    expect(await call(getPremiumRequestUsage, acme)).toEqual({
      timePeriod: { year: 2026, month: 3 },
      organization: "acme",
      usageItems: [
        {
          product: "assistant",
          sku: "premium_requests",
          model: "Large",
          unitType: "requests",
          pricePerUnit: 0.04,
          grossQuantity: 7.5,
          grossAmount: 0.3,
          discountQuantity: 0,
          discountAmount: 0,
          netQuantity: 7.5,
          netAmount: 0.3,
        },
      ],
    });
    const credits = await call(getAiCreditUsage, acme);
    expect(credits.usageItems).toMatchObject([
      { product: "ai_credits", sku: "ai_credits", model: "Large", grossAmount: 6, discountAmount: 1, netAmount: 5 },
      { product: "ai_credits_extra", sku: "ai_credits_extra", model: "unknown", unitType: "units", netAmount: 3 },
    ]);
  });

  test("are filtered by user, model and product, ignoring case", async ({ emulator }) => {
    const { call } = clientFor(emulator, "alice");
    const amounts = async (filter: object) =>
      (await call(getPremiumRequestUsage, { ...acme, year: 2026, ...filter })).usageItems.map((item) => item.netAmount);
    expect(await amounts({})).toEqual([0.3, 0.4]);
    expect(await amounts({ user: "BOB" })).toEqual([0.1, 0.4]);
    expect(await amounts({ model: "large" })).toEqual([0.3]);
    expect(await amounts({ product: "Assistant" })).toEqual([0.3, 0.4]);
    expect(await amounts({ product: "actions" })).toEqual([]);
    expect(
      await call(getPremiumRequestUsage, { ...acme, user: "Bob", model: "LARGE", product: "assistant" }),
    ).toMatchObject({ user: "bob", model: "LARGE", product: "assistant" });
    for (const kind of ["premium_request", "ai_credit"]) {
      for (const user of ["unknown-user", "acme"]) {
        expect((await requestJson(emulator, `GET ${PATH}/${kind}/usage?user=${user}`)).status).toBe(404);
      }
    }
  });
});

describe("a period", () => {
  test.for([
    ["", { year: 2026, month: 3 }, 16.8],
    ["?year=2026", { year: 2026 }, 17.2],
    ["?month=2", { year: 2026, month: 2 }, 0.4],
    ["?day=19", { year: 2026, month: 3, day: 19 }, 3.5],
    ["?year=2025&month=12&day=31", { year: 2025, month: 12, day: 31 }, 8],
    ["?year=2025", { year: 2025 }, 8],
    ["?year=2026&day=2", { year: 2026, month: 3, day: 2 }, 9],
    // Older than 24 months.
    ["?year=2024", { year: 2024 }, 0],
    ["?year=2030", { year: 2030 }, 0],
  ] as const)('is determined by the query "%s"', async ([query, timePeriod, gross], { emulator }) => {
    const { body } = await requestJson(emulator, `GET ${PATH}/usage/summary${query}`);
    expect(body).toMatchObject({ timePeriod, organization: "acme" });
    const items: { grossAmount: number }[] = Object(body).usageItems;
    expect(items.reduce((sum, { grossAmount }) => sum + grossAmount, 0)).toBeCloseTo(gross, 8);
  });

  test.for(["month=13", "month=0", "day=31&month=2", "day=0", "year=26", "year=-1", "year=99999"])(
    "%s is rejected as an invalid date",
    async (query, { emulator }) => {
      for (const report of ["usage", "usage/summary", "ai_credit/usage", "premium_request/usage"]) {
        expect((await requestJson(emulator, `GET ${PATH}/${report}?${query}`)).status).toBe(400);
      }
    },
  );
});

describe("all usage", () => {
  test("is listed by day and repository, for the whole year if no month is given", async ({ emulator }) => {
    const { call } = clientFor(emulator, "alice");
    const lines = async (time: object) =>
      ((await call(getBillingUsage, { ...acme, ...time })).usageItems ?? []).map(
        ({ date, sku, repositoryName, netAmount }) => [date, sku, repositoryName, netAmount],
      );
    expect(await lines({})).toEqual([
      ["2026-02-28", "premium_requests", undefined, 0.4],
      ["2026-03-01", "premium_requests", undefined, 0.2],
      ["2026-03-02", "ai_credits", undefined, 5],
      ["2026-03-02", "ai_credits_extra", undefined, 3],
      ["2026-03-19", "actions_linux", "widgets", 3],
      ["2026-03-20", "premium_requests", undefined, 0.1],
      ["2026-03-20", "actions_linux", "gears", 4],
    ]);
    expect(await lines({ day: 19 })).toEqual([["2026-03-19", "actions_linux", "widgets", 3]]);
    expect(await lines({ month: 2 })).toEqual([["2026-02-28", "premium_requests", undefined, 0.4]]);
    // This report is not limited to 24 months.
    expect(await lines({ year: 2024 })).toEqual([["2024-03-20", "packages", undefined, 16]]);
    const { usageItems } = await call(getBillingUsage, { ...acme, day: 19 });
    expect(usageItems).toEqual([
      {
        date: "2026-03-19",
        product: "actions",
        sku: "actions_linux",
        quantity: 350,
        unitType: "minutes",
        pricePerUnit: 0.01,
        grossAmount: 3.5,
        discountAmount: 0.5,
        netAmount: 3,
        organizationName: "acme",
        repositoryName: "widgets",
      },
    ]);
  });

  test("is summed by repository, product and SKU", async ({ emulator }) => {
    const { call } = clientFor(emulator, "alice");
    const sums = async (filter: object) =>
      (await call(getBillingUsageSummary, { ...acme, ...filter })).usageItems.map(({ sku, netAmount }) => [
        sku,
        netAmount,
      ]);
    expect(await sums({ repository: "acme/widgets" })).toEqual([["actions_linux", 3]]);
    expect(await sums({ product: "Actions" })).toEqual([["actions_linux", 7]]);
    expect(await sums({ sku: "ai_credits" })).toEqual([["ai_credits", 5]]);
    expect(await sums({ sku: "ai_credits", product: "actions" })).toEqual([]);
    for (const repository of ["lone/things", "acme/nothing", "widgets"]) expect(await sums({ repository })).toEqual([]);
    expect(await call(getBillingUsageSummary, { ...acme, repository: "acme/widgets", sku: "x" })).toMatchObject({
      repository: "acme/widgets",
      sku: "x",
      usageItems: [],
    });
    expect((await call(getBillingUsageSummary, { org: "lone" })).usageItems).toEqual([]);
  });

  test.for([
    ["alice", 200],
    ["bill", 200],
    ["fine", 200],
    ["other", 403],
    ["bob", 403],
    ["mallory", 403],
  ] as const)("is available to authorized tokens only: %s", async ([token, status], { emulator }) => {
    for (const report of ["usage", "usage/summary", "ai_credit/usage", "premium_request/usage"]) {
      expect((await requestJson(emulator, `GET ${PATH}/${report}`, undefined, token)).status).toBe(status);
    }
  });
});

plainTest(
  "the totals by day, repository, user and model add up to the month's total",
  async () => {
    const line = fc.record({
      sku: fc.constantFrom("premium_requests", "actions_linux", "packages"),
      product: fc.option(fc.constantFrom("actions", "assistant"), { nil: undefined }),
      model: fc.constantFrom("Large", "Small"),
      user: fc.constantFrom("bob", "carol"),
      repository: fc.constantFrom("acme/widgets", "acme/gears"),
      amount: fc.integer({ min: 0, max: 5000 }).map((cents) => cents / 100),
      discount: fc.integer({ min: 0, max: 5000 }).map((cents) => cents / 100),
      price: fc.constantFrom(0.008, 0.04, 1),
      at: fc.integer({ min: 1, max: 31 }).map((day) => `2026-03-${String(day).padStart(2, "0")}T10:00:00Z`),
    });
    const emulator = await startEmulator({ seed, now });
    const { acme: organization } = seed.organizations;
    try {
      await fc.assert(
        fc.asyncProperty(fc.array(line, { maxLength: 12 }), async (billing_usage) => {
          const lines = JSON.parse(JSON.stringify(billing_usage));
          await emulator.control.reset({
            ...seed,
            organizations: { ...seed.organizations, acme: { ...organization, billing_usage: lines } },
          });
          const { call } = clientFor(emulator, "alice");
          type Amounts = { grossAmount: number; discountAmount: number; netAmount: number };
          const total = (items: readonly Amounts[] = []) =>
            items
              .map(({ grossAmount, discountAmount, netAmount }) => {
                expect(grossAmount).toBeCloseTo(discountAmount + netAmount, 6);
                return grossAmount;
              })
              .reduce((sum, amount) => sum + amount, 0);
          const totals = async (calls: readonly Promise<{ usageItems?: readonly Amounts[] | undefined }>[]) =>
            (await Promise.all(calls)).reduce((sum, { usageItems }) => sum + total(usageItems), 0);
          const month = { ...acme, year: 2026, month: 3 };
          const days = Array.from({ length: 31 }, (_none, index) => ({ ...month, day: index + 1 }));

          const expectedTotal = billing_usage.reduce((sum, { amount, discount }) => sum + amount + discount, 0);
          const all = await call(getBillingUsageSummary, month);
          expect(total(all.usageItems)).toBeCloseTo(expectedTotal, 6);
          expect(await totals([call(getBillingUsage, month)])).toBeCloseTo(expectedTotal, 6);
          expect(await totals(days.map((day) => call(getBillingUsage, day)))).toBeCloseTo(expectedTotal, 6);
          expect(
            await totals(
              ["acme/widgets", "acme/gears"].map((repository) =>
                call(getBillingUsageSummary, { ...month, repository }),
              ),
            ),
          ).toBeCloseTo(expectedTotal, 6);

          const premium = await totals([call(getPremiumRequestUsage, month)]);
          for (const parts of [
            ["bob", "carol"].map((user) => ({ ...month, user })),
            ["large", "small"].map((model) => ({ ...month, model })),
          ]) {
            expect(await totals(parts.map((part) => call(getPremiumRequestUsage, part)))).toBeCloseTo(premium, 6);
          }
        }),
        { numRuns: pickSize(5, 15) },
      );
    } finally {
      await emulator.stop();
    }
  },
  30_000,
);
