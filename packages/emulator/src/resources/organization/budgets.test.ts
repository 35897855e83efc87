import { createBudget, deleteBudget, getBudget, listBudgets, updateBudget } from "@forgehand/core/operations";
import { describe, expect } from "vitest";
import type { Emulator } from "../../public.ts";
import { clientFor, sendRequest } from "../../requests.fixture.ts";
import { emulatorTest } from "../../vitest.ts";

const seed = {
  users: { alice: {}, bob: {}, carol: {}, bill: {}, mallory: {} },
  organizations: {
    acme: {
      members: { alice: "owner", bob: "member", carol: "member", bill: "member" },
      billing_managers: ["bill"],
      budgets: [
        { sku: "actions", amount: 500, prevent_further_usage: true, alert: ["alice", "bill"] },
        { sku: "actions_linux", type: "SkuPricing", scope: "repository", entity: "acme/widgets", amount: 50 },
        { sku: "ai_credits", scope: "multi_user_customer", amount: 20, prevent_further_usage: true },
        { sku: "ai_credits", scope: "user", entity: "bob", amount: 80, prevent_further_usage: true },
        { sku: "actions", scope: "enterprise", entity: "acme-inc", amount: 9000 },
        { sku: "packages", scope: "cost_center", entity: "Research", amount: 10 },
      ],
      billing_usage: [
        { sku: "actions_linux", repository: "acme/widgets", user: "bob", amount: 12.5, at: "-1d" },
        { sku: "actions_linux", repository: "acme/gears", amount: 7.25, at: "-2d" },
        { sku: "actions_macos", repository: "acme/widgets", amount: 30, at: "-3d" },
        { sku: "actions", amount: 1, at: "-25d" },
        { sku: "actionsish", amount: 1000, at: "-1d" },
        { sku: "ai_credits", user: "bob", amount: 60, at: "-1d" },
        { sku: "ai_credits", user: "carol", amount: 5, at: "-1h" },
      ],
    },
    sister: { members: { mallory: "owner" }, billing_usage: [{ sku: "actions", amount: 100, at: "-1d" }] },
    lone: { members: { alice: "owner" } },
  },
  enterprises: { "acme-inc": { organizations: ["acme", "sister"] } },
  repositories: { "acme/widgets": {}, "acme/gears": { private: true }, "sister/things": {} },
  tokens: {
    alice: { kind: "classic", user: "alice" },
    bill: { kind: "classic", user: "bill" },
    bob: { kind: "classic", user: "bob", scopes: "all" },
    mallory: { kind: "classic", user: "mallory", scopes: "all" },
    fine: { kind: "fine-grained", user: "alice", permissions: { organization_administration: "write" } },
    "fine-reads": { kind: "fine-grained", user: "alice", permissions: { organization_administration: "read" } },
  },
};

const test = emulatorTest({ seed, now: () => new Date("2026-03-20T12:00:00Z") });

const acme = { org: "acme" };
const PATH = "/organizations/acme/settings/billing/budgets";
const validationError = (...fields: string[]) => ({
  status: 422,
  body: { errors: fields.map((field) => expect.objectContaining({ field })) },
});
const post = (emulator: Emulator, body: object, token = "alice") =>
  sendRequest(emulator, `POST ${PATH}`, token, { body: JSON.stringify(body) });
const patch = (emulator: Emulator, id: string, body: object, token = "alice") =>
  sendRequest(emulator, `PATCH ${PATH}/${id}`, token, { body: JSON.stringify(body) });

async function seededBudget(emulator: Emulator, position: number) {
  const { budgets } = await clientFor(emulator, "alice").call(listBudgets, acme);
  return { ...acme, budget_id: budgets[position]?.id ?? "" };
}

test("creates, reads, updates and deletes a budget", async ({ emulator }) => {
  const { call } = clientFor(emulator, "bill");
  const fields = {
    budget_amount: 200,
    prevent_further_usage: true,
    budget_type: "ProductPricing" as const,
    budget_product_sku: "packages",
    budget_scope: "repository" as const,
    budget_entity_name: "widgets",
    budget_alerting: { will_alert: true, alert_recipients: ["Alice"] },
  };
  const { message, budget } = await call(createBudget, { ...acme, ...fields });
  expect(message).toBe("Budget successfully created.");
  const expected = { ...fields, id: budget.id, budget_alerting: { will_alert: true, alert_recipients: ["alice"] } };
  expect(budget).toEqual(expected);
  const id = { ...acme, budget_id: budget.id ?? "" };
  expect(await call(getBudget, id)).toEqual(expected);
  expect((await call(listBudgets, acme)).budgets.at(-1)).toEqual({
    ...expected,
    budget_product_skus: ["packages"],
    consumed_amount: 0,
  });

  const alerting = { will_alert: false, alert_recipients: ["alice"] };
  const changed = await call(updateBudget, { ...id, budget_amount: 7, budget_alerting: { will_alert: false } });
  expect(changed.budget).toEqual({ ...expected, budget_amount: 7, budget_alerting: alerting });
  expect(await call(getBudget, id)).toEqual({ ...expected, budget_amount: 7, budget_alerting: alerting });

  expect(await call(deleteBudget, id)).toEqual({ message: "Budget successfully deleted.", id: budget.id });
  for (const route of [`GET ${PATH}/${budget.id}`, `DELETE ${PATH}/${budget.id}`]) {
    expect((await sendRequest(emulator, route, "alice")).status).toBe(404);
  }
  expect((await patch(emulator, budget.id ?? "", {})).status).toBe(404);
});

test("uses defaults and rejects incomplete budgets", async ({ emulator }) => {
  const { budget } = await clientFor(emulator, "alice").call(createBudget, {
    ...acme,
    budget_amount: 1,
    budget_product_sku: "actions",
  });
  expect(budget).toMatchObject({
    budget_scope: "organization",
    budget_entity_name: "",
    prevent_further_usage: false,
    budget_alerting: { will_alert: false, alert_recipients: [] },
  });
  expect(await post(emulator, { budget_amount: 1 })).toMatchObject(validationError("budget_product_sku"));
  expect(await post(emulator, { budget_product_sku: "actions" })).toMatchObject(validationError("budget_amount"));
  const negative = { budget_product_sku: "actions", budget_amount: -1 };
  expect(await post(emulator, negative)).toMatchObject(validationError("budget_amount"));
});

describe("lists", () => {
  test("include this month's consumption, counting a product's SKUs", async ({ emulator }) => {
    const { call } = clientFor(emulator, "alice");
    const consumed = async () => (await call(listBudgets, acme)).budgets.map((budget) => budget.consumed_amount);
    expect(await consumed()).toEqual([49.75, 12.5, 65, 60, 149.75, 0]);
    emulator.control.clock.set(new Date("2026-04-01T00:00:00Z"));
    expect(await consumed()).toEqual([0, 0, 0, 0, 0, 0]);
    emulator.control.clock.set(new Date("2026-02-28T00:00:00Z"));
    expect(await consumed()).toEqual([1, 0, 0, 0, 1, 0]);
  });

  test("count the licenses of licensed products, and dollars of others", async ({ emulator }) => {
    const seat = { unit: "user-months", price: 19, at: "-1d" };
    await emulator.control.seed({
      organizations: {
        licensed: {
          members: { alice: "owner" },
          budgets: [
            { sku: "ghas", amount: 5 },
            { sku: "ghas_secret_protection_licenses", type: "SkuPricing", amount: 5 },
            { sku: "copilot_for_business", type: "SkuPricing", amount: 10 },
            { sku: "copilot", amount: 100 },
          ],
          billing_usage: [
            { ...seat, sku: "ghas_secret_protection_licenses", amount: 57 },
            { ...seat, sku: "ghas_code_security_licenses", price: 30, amount: 45 },
            { ...seat, sku: "copilot_for_business", amount: 38 },
          ],
        },
      },
    });
    const { budgets } = await clientFor(emulator, "alice").call(listBudgets, { org: "licensed" });
    expect(budgets.map((budget) => budget.consumed_amount)).toEqual([4.5, 3, 2, 38]);
  });

  test("are filtered by scope", async ({ emulator }) => {
    const { call } = clientFor(emulator, "alice");
    for (const scope of ["enterprise", "organization", "repository", "cost_center", "user"] as const) {
      const list = await call(listBudgets, { ...acme, scope });
      expect(list.budgets.map((budget) => budget.budget_scope)).toEqual([scope]);
      expect(list).toMatchObject({ total_count: 1, has_next_page: false });
    }
    expect((await sendRequest(emulator, `GET ${PATH}?scope=everything`, "alice")).status).toBe(422);
  });

  test("for a user include their consumption and effective budget", async ({ emulator }) => {
    const { call } = clientFor(emulator, "alice");
    const [, , shared, own] = (await call(listBudgets, acme)).budgets;
    const bobs = await call(listBudgets, { ...acme, user: "Bob" });
    expect(bobs).toMatchObject({
      user: "bob",
      total_count: 6,
      effective_budget: { id: own?.id, budget_amount: 80, consumed_amount: 60 },
    });
    expect(bobs.budgets.map((budget) => budget.consumed_amount)).toEqual([12.5, 12.5, 60, 60, 12.5, 0]);
    expect(await call(listBudgets, { ...acme, user: "carol" })).toMatchObject({
      effective_budget: { id: shared?.id, budget_amount: 20, consumed_amount: 5 },
    });
    expect(await call(listBudgets, { org: "lone", user: "alice" })).toEqual({
      budgets: [],
      user: "alice",
      has_next_page: false,
      total_count: 0,
    });
    for (const user of ["mallory", "unknown-user"]) {
      expect((await sendRequest(emulator, `GET ${PATH}?user=${user}`, "alice")).status).toBe(404);
    }
  });

  test("have at most ten budgets per page", async ({ emulator }) => {
    for (let count = 0; count < 6; count++)
      await post(emulator, { budget_amount: count, budget_product_sku: "actions" });
    const page = async (query: string) => {
      const { body, headers } = await sendRequest(emulator, `GET ${PATH}?${query}`, "alice");
      const { budgets, has_next_page, total_count } = Object(body);
      return [budgets.length, has_next_page, total_count, /rel="next"/.test(headers.get("link") ?? "")];
    };
    expect(await page("")).toEqual([10, true, 12, true]);
    expect(await page("per_page=100")).toEqual([10, true, 12, true]);
    expect(await page("page=2")).toEqual([2, false, 12, false]);
    expect(await page("page=3")).toEqual([0, false, 12, false]);
    expect(await page("per_page=6&page=2")).toEqual([6, false, 12, false]);
  });
});

describe("user budgets", () => {
  const valid = {
    budget_amount: 5,
    budget_scope: "user",
    user: "carol",
    budget_product_sku: "premium_requests",
    prevent_further_usage: true,
  };
  const everyone = { ...valid, budget_scope: "multi_user_customer", user: undefined };

  test("must prevent further usage and support two products only", async ({ emulator }) => {
    expect((await post(emulator, valid)).body).toMatchObject({
      budget: { user: "carol", budget_scope: "user", budget_entity_name: "" },
    });
    const shared = await post(emulator, everyone);
    expect(shared.status).toBe(200);
    expect(Object(shared.body).budget).not.toHaveProperty("user");
    for (const userBudget of [valid, everyone]) {
      expect(await post(emulator, { ...userBudget, budget_product_sku: "actions" })).toMatchObject(
        validationError("budget_scope", "budget_product_sku"),
      );
      expect(await post(emulator, { ...userBudget, prevent_further_usage: false })).toMatchObject(
        validationError("budget_scope", "prevent_further_usage"),
      );
    }
    expect(await post(emulator, { ...valid, user: undefined })).toMatchObject(validationError("budget_scope", "user"));
    expect(await post(emulator, { ...valid, budget_alerting: { will_alert: true } })).toMatchObject(
      validationError("budget_scope", "budget_alerting"),
    );
    for (const user of ["mallory", "unknown-user", "acme"]) {
      expect(await post(emulator, { ...valid, user })).toMatchObject(validationError("user"));
    }
  });

  test("are validated as a whole when updated", async ({ emulator }) => {
    const { budget_id: bobBudgetId } = await seededBudget(emulator, 3);
    expect(await patch(emulator, bobBudgetId, { budget_product_sku: "actions" })).toMatchObject(
      validationError("budget_scope", "budget_product_sku"),
    );
    expect(await patch(emulator, bobBudgetId, { prevent_further_usage: false })).toMatchObject(
      validationError("budget_scope", "prevent_further_usage"),
    );
    expect(await patch(emulator, bobBudgetId, { budget_alerting: { will_alert: true } })).toMatchObject(
      validationError("budget_scope", "budget_alerting"),
    );
    expect((await patch(emulator, bobBudgetId, { user: "carol", budget_amount: 6 })).body).toMatchObject({
      message: "Budget successfully updated.",
      budget: { user: "carol", budget_amount: 6, budget_product_sku: "ai_credits" },
    });

    const { budget_id: actionsBudgetId } = await seededBudget(emulator, 0);
    const toUsers = { budget_scope: "multi_user_customer" };
    expect(await patch(emulator, actionsBudgetId, toUsers)).toMatchObject(
      validationError("budget_scope", "budget_product_sku"),
    );
    expect((await patch(emulator, actionsBudgetId, { ...toUsers, budget_product_sku: "ai_credits" })).status).toBe(200);
    expect(await patch(emulator, actionsBudgetId, { prevent_further_usage: false })).toMatchObject(
      validationError("budget_scope", "prevent_further_usage"),
    );
    const backToOrganization = {
      budget_scope: "organization",
      budget_product_sku: "actions",
      prevent_further_usage: false,
    };
    expect((await patch(emulator, actionsBudgetId, backToOrganization)).status).toBe(200);
  });
});

describe("the entity of a budget", () => {
  const budgetFor = (budget_scope: string, budget_entity_name: string) => ({
    budget_amount: 1,
    budget_product_sku: "actions",
    budget_scope,
    budget_entity_name,
  });
  test("must exist and belong to the organization", async ({ emulator }) => {
    for (const name of ["", "nothing", "sister/things", "things", "lone/widgets"]) {
      expect(await post(emulator, budgetFor("repository", name))).toMatchObject(validationError("budget_entity_name"));
    }
    expect((await post(emulator, budgetFor("repository", "acme/Gears"))).status).toBe(200);
    expect((await post(emulator, budgetFor("organization", "ACME"))).status).toBe(200);
    expect(await post(emulator, budgetFor("organization", "sister"))).toMatchObject(
      validationError("budget_entity_name"),
    );

    const { budget_id: id } = await seededBudget(emulator, 0);
    expect((await patch(emulator, id, { budget_scope: "enterprise", budget_entity_name: "acme-inc" })).status).toBe(
      200,
    );
    expect((await patch(emulator, id, { budget_scope: "cost_center", budget_entity_name: "Sales" })).status).toBe(200);
    expect(await patch(emulator, id, { budget_entity_name: "" })).toMatchObject(validationError("budget_entity_name"));
    expect(await patch(emulator, id, { budget_scope: "enterprise", budget_entity_name: "other" })).toMatchObject(
      validationError("budget_entity_name"),
    );
    expect(await patch(emulator, id, { budget_alerting: { alert_recipients: ["unknown-user"] } })).toMatchObject(
      validationError("budget_alerting.alert_recipients"),
    );
    expect((await clientFor(emulator, "alice").call(getBudget, { ...acme, budget_id: id })).budget_entity_name).toBe(
      "Sales",
    );
  });

  test("is only accessible through its organization", async ({ emulator }) => {
    const { budget_id: id } = await seededBudget(emulator, 0);
    const elsewhere = `/organizations/lone/settings/billing/budgets`;
    for (const method of ["GET", "DELETE"]) {
      expect((await sendRequest(emulator, `${method} ${elsewhere}/${id}`, "alice")).status).toBe(404);
    }
    expect((await sendRequest(emulator, `GET ${elsewhere}`, "alice")).body).toMatchObject({
      budgets: [],
      total_count: 0,
    });
  });
});

describe("access", () => {
  test.for([
    ["alice", 200, 200],
    ["bill", 200, 200],
    ["fine", 200, 200],
    ["fine-reads", 200, 403],
    ["bob", 403, 403],
    ["mallory", 403, 403],
  ] as const)("with the token %s", async ([token, read, write], { emulator }) => {
    const { budget_id: id } = await seededBudget(emulator, 0);
    expect((await sendRequest(emulator, `GET ${PATH}`, token)).status).toBe(read);
    expect((await sendRequest(emulator, `GET ${PATH}/${id}`, token)).status).toBe(read);
    expect((await post(emulator, { budget_amount: 1, budget_product_sku: "actions" }, token)).status).toBe(write);
    expect((await patch(emulator, id, { budget_amount: 1 }, token)).status).toBe(write);
    expect((await sendRequest(emulator, `DELETE ${PATH}/${id}`, token)).status).toBe(write);
  });
});
