import { describe, expectTypeOf, test } from "vitest";
import { createClient } from "../client/client.ts";
import * as operations from "./index.ts";
import type { Input, Item, KnownFields, Output } from "./operation-types.ts";

// Only type-checks; no request is sent.
const { call, items } = createClient({ baseUrl: "https://forge.test", fetch: () => Promise.reject(new Error("no")) });
const widgets = { owner: "acme", repo: "widgets" };

/** Is type-checked but never called. */
const typeChecked = (_: () => unknown) => {};

describe("inputs", () => {
  test("are one flat object of path, query and body", () => {
    expectTypeOf<Input<typeof operations.setSubscription>>().toEqualTypeOf<{
      owner: string;
      repo: string;
      subscribed?: boolean | undefined;
      ignored?: boolean | undefined;
    }>();
    expectTypeOf<Input<typeof operations.getRunner>>().toEqualTypeOf<{ org: string; runner_id: number }>();
    expectTypeOf<Input<typeof operations.getOrganization>>().toEqualTypeOf<{ org: string }>();
    expectTypeOf<Input<typeof operations.getUsersUsageReport>>().toEqualTypeOf<{ enterprise: string; day: string }>();
  });

  test("can omit fields that have a default", () => {
    expectTypeOf<Input<typeof operations.createRunnerGroup>>().toHaveProperty("visibility");
    typeChecked(() => call(operations.createRunnerGroup, { org: "acme", name: "linux" }));
    typeChecked(() => call(operations.listRunnerGroups, { org: "acme" }));
  });

  test("rename a body field that collides with a placeholder", () => {
    expectTypeOf<Input<typeof operations.updateOrganizationVariable>>().toMatchTypeOf<{ name: string }>();
    typeChecked(() => call(operations.updateOrganizationVariable, { org: "acme", name: "A", new_name: "B" }));
  });
});

describe("outputs", () => {
  test("without a body are the constants that the statuses stand for", () => {
    expectTypeOf<Output<typeof operations.checkStar>>().toEqualTypeOf<boolean>();
    expectTypeOf<Output<typeof operations.starRepository>>().toEqualTypeOf<undefined>();
    expectTypeOf<Output<typeof operations.putRepositoryActionsSecret>>().toEqualTypeOf<"created" | "updated">();
    expectTypeOf<Output<typeof operations.getWorkflowRunLogs>>().toEqualTypeOf<string>();
    expectTypeOf<Output<typeof operations.getSubscription>>().extract<null>().toEqualTypeOf<null>();
    expectTypeOf<Output<typeof operations.setSpaceCollaboratorRole>>().extract<null>().toEqualTypeOf<null>();
  });

  test("that are unions can be narrowed by their discriminator", () => {
    typeChecked(async () => {
      const contents = await call(operations.getContents, { ...widgets, path: "README.md" });
      if (Array.isArray(contents)) expectTypeOf(contents[0]?.size).toEqualTypeOf<number | undefined>();
      else if (contents.type === "file") expectTypeOf(contents.encoding).toEqualTypeOf<string>();
      else if (contents.type === "symlink") expectTypeOf(contents.target).toEqualTypeOf<string>();
      else expectTypeOf(contents.submodule_git_url).toEqualTypeOf<string>();
    });
    type Value = Item<Output<typeof operations.listIssueFieldValues>>;
    expectTypeOf<Extract<Value, { data_type: "number" }>["value"]>().toEqualTypeOf<number | null>();
  });

  test("keep ids exact and unwrap items", () => {
    type Delivery = Item<Output<typeof operations.listAppHookDeliveries>>;
    expectTypeOf<Delivery["id"]>().toEqualTypeOf<string>();
    typeChecked(async () => {
      for await (const secret of items(operations.listOrganizationCodespacesSecrets, { org: "acme" })) {
        expectTypeOf(secret.visibility).toEqualTypeOf<"all" | "private" | "selected" | (string & {})>();
      }
      for await (const budget of items(operations.listBudgets, { org: "acme" })) {
        expectTypeOf(budget.consumed_amount).toEqualTypeOf<number | undefined>();
      }
      // The environments' array is optional, and a search response contains a second array.
      for await (const environment of items(operations.listEnvironments, widgets)) {
        expectTypeOf(environment.node_id).toEqualTypeOf<string>();
      }
      // The pages of a commit are those of its files, not of its parents.
      for await (const file of items(operations.getCommit, { ...widgets, ref: "main" })) {
        expectTypeOf(file.filename).toEqualTypeOf<string>();
      }
      for await (const issue of items(operations.searchIssues, { q: "is:open" })) {
        expectTypeOf(issue.title).toEqualTypeOf<string>();
      }
    });
  });

  test("depend on the media type", () => {
    typeChecked(async () => {
      const input = { ...widgets, path: "x" };
      expectTypeOf(await call(operations.getContents, input, { mediaType: "raw" })).toEqualTypeOf<Uint8Array>();
      expectTypeOf(await call(operations.getContents, input, { mediaType: "html" })).toEqualTypeOf<string>();
      const stars = await call(operations.listStarredRepositories, {}, { mediaType: "star" });
      expectTypeOf(stars[0]?.starred_at).toEqualTypeOf<string | undefined>();
    });
  });
});

describe("compile errors", () => {
  test("missing, misspelled and mistyped fields", () => {
    // @ts-expect-error a required field of the path
    typeChecked(() => call(operations.getRepository, { owner: "acme" }));
    // @ts-expect-error a required field of the body
    typeChecked(() => call(operations.createRepositoryVariable, { ...widgets, name: "A" }));
    // @ts-expect-error a required field of the query
    typeChecked(() => call(operations.searchIssues, {}));
    // @ts-expect-error an unknown field
    typeChecked(() => call(operations.setSubscription, { ...widgets, subscribe: true }));
    // @ts-expect-error a value that the enum does not have
    typeChecked(() => call(operations.listPullRequests, { ...widgets, state: "merged" }));
    // @ts-expect-error a string instead of a number
    typeChecked(() => call(operations.getPullRequest, { ...widgets, pull_number: "1" }));
    // @ts-expect-error a missing input
    typeChecked(() => call(operations.getRepository));
  });

  test("fields of nested objects, items and unions that the contract lacks", () => {
    // @ts-expect-error
    typeChecked(async () => (await call(operations.getRepository, widgets)).owner.lgoin);
    // @ts-expect-error
    typeChecked(async () => (await call(operations.listPullRequests, widgets))[0]?.head.reff);
    typeChecked(async () => {
      const contents = await call(operations.getContents, { ...widgets, path: "x" });
      // @ts-expect-error
      if (!Array.isArray(contents) && contents.type === "file") contents.encodng;
    });
  });

  test("but records keep their keys, which are data", () => {
    expectTypeOf<KnownFields<Record<string, number>>>().toEqualTypeOf<Record<string, number>>();
    expectTypeOf<KnownFields<Record<string, unknown>>>().toEqualTypeOf<Record<string, unknown>>();
    expectTypeOf<KnownFields<{ a?: { b: 1; [name: string]: unknown }[]; [name: string]: unknown }>>().toEqualTypeOf<{
      a?: { b: 1 }[];
    }>();
  });

  test("lists of operations that return none", () => {
    // @ts-expect-error it has an array of topics
    typeChecked(() => items(operations.getRepository, widgets));
    // @ts-expect-error
    typeChecked(() => items(operations.starRepository, widgets));
  });

  test("options that a call lacks", () => {
    // @ts-expect-error
    typeChecked(() => call(operations.getRepository, widgets, { signl: AbortSignal.abort() }));
    // @ts-expect-error
    typeChecked(() => items(operations.listStargazers, widgets, { maxPage: 2 }));
    // @ts-expect-error
    typeChecked(() => call(operations.getContents, { ...widgets, path: "x" }, { mediaType: undefined }));
  });

  test("unknown response fields and media types of other operations", () => {
    // @ts-expect-error
    typeChecked(async () => (await call(operations.getRepository, widgets)).star_count.toFixed());
    // @ts-expect-error
    typeChecked(() => call(operations.getSubscription, widgets, { mediaType: "raw" }));
    // @ts-expect-error a delivery's id is not a number
    typeChecked(() => call(operations.getAppHookDelivery, { delivery_id: 1 }));
  });
});
