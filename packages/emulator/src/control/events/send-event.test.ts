import type { DialectName } from "@forgehand/core/dialects";
import { afterEach, describe, expect, test, vi } from "vitest";
import { startReceiver } from "../../deliveries/receiver.fixture.ts";
import { startEmulator } from "../../emulator.ts";
import type { EventToSend } from "../../public.ts";
import { fetchControl, sendRequest } from "../../requests.fixture.ts";
import { companyWithHooks, deliveryOf } from "./company.fixture.ts";

afterEach(() => {
  vi.restoreAllMocks();
});

const WIDGETS = "acme/widgets";

/**
 * Starts the seed with a receiver. In the neutral dialect, only the contract defines the payloads.
 * @param change changes to the seed
 */
async function start(dialect: DialectName = "svc", change: object = {}) {
  const receiver = await startReceiver();
  const seed = { ...companyWithHooks(receiver.url), ...change };
  const emulator = await startEmulator({ dialect, seed, control: true });
  const { control } = emulator;
  return {
    emulator,
    control,
    receiver,
    /**
     * Sends an event.
     * @returns the logged event, the paths that received it, and the payload
     */
    async sent(event: EventToSend) {
      const before = receiver.received.length;
      const logged = control.sendEvent(event);
      await control.settled();
      const newDeliveries = receiver.received.slice(before);
      const paths = newDeliveries.map(({ path }) => path).toSorted();
      const first = newDeliveries[0] && (await deliveryOf(newDeliveries[0], dialect));
      return { logged, paths, first, payload: Object(first?.payload) };
    },
    async [Symbol.asyncDispose]() {
      await emulator.stop();
      await receiver[Symbol.asyncDispose]();
    },
  };
}

/** IDs of the webhooks that receive star events: the repository's, its organization's, the app's. */
function hooksOf({ control }: Awaited<ReturnType<typeof start>>) {
  const [repository = 0, organization = 0, app = 0] = control.sendEvent({ event: "star", repository: WIDGETS }).hooks;
  return { repository, organization, app };
}

describe("sent event", () => {
  test("describes the current state, with the first owner as the sender", async () => {
    await using company = await start();
    const { payload, paths } = await company.sent({ event: "pull_request", repository: WIDGETS });
    expect(paths).toEqual(["/app", "/organization", "/repository"]);
    expect(payload).toMatchObject({
      action: "assigned",
      number: 3,
      repository: { full_name: WIDGETS },
      organization: { login: "acme" },
      pull_request: { title: "Oil it", user: { login: "bob" }, base: { repo: { full_name: WIDGETS } } },
      sender: { login: "alice" },
      assignee: { login: "bob" },
    });
    const push = await company.sent({ event: "push", repository: WIDGETS });
    expect(push.payload).toMatchObject({ ref: "refs/heads/main", commits: [{ added: ["README.md"] }], created: true });
    const issue = await company.sent({ event: "issues", action: "closed", repository: WIDGETS });
    expect(issue.payload).toMatchObject({ issue: { number: 2, title: "It squeaks", state: "closed" } });
    const run = await company.sent({ event: "workflow_run", repository: WIDGETS });
    expect(run.payload).toMatchObject({ workflow: { name: "CI" }, workflow_run: { actor: { login: "bob" } } });
    const team = await company.sent({ event: "team", action: "created", organization: "acme" });
    expect(team.payload).toMatchObject({ team: { slug: "oilers" }, organization: { login: "acme" } });
    expect(team.payload.repository).toBeUndefined();
  });

  test("changes no state", async () => {
    await using company = await start();
    const before = company.control.snapshot().tables;
    await company.sent({ event: "pull_request", action: "closed", repository: WIDGETS });
    const { issues, pull_requests } = company.control.snapshot().tables;
    expect({ issues, pull_requests }).toEqual({ issues: before["issues"], pull_requests: before["pull_requests"] });
  });

  test("keeps the given fields and generates the rest", async () => {
    await using company = await start();
    const { payload, logged } = await company.sent({
      event: "pull_request",
      action: "review_requested",
      repository: WIDGETS,
      sender: "zoe",
      payload: {
        pull_request: { number: 77, title: "Not there", user: { login: "zoe" }, labels: [{ name: "oil" }] },
        requested_reviewer: { login: "alice" },
        extra: { kept: [1, null] },
      },
    });
    expect(logged).toMatchObject({ event: "pull_request", action: "review_requested", undelivered: [] });
    expect(payload).toMatchObject({
      number: 77,
      sender: { login: "zoe" },
      extra: { kept: [1, null] },
      requested_reviewer: { login: "alice", html_url: `${company.emulator.webUrl}/alice` },
      pull_request: {
        number: 77,
        title: "Not there",
        state: "open",
        html_url: `${company.emulator.webUrl}/acme/widgets/pull/77`,
        user: { login: "zoe", html_url: `${company.emulator.webUrl}/zoe` },
        labels: [{ name: "oil", color: "ededed" }],
      },
    });
    const existing = await company.sent({ event: "pull_request", repository: WIDGETS, payload: { number: 3 } });
    expect(existing.payload.pull_request).toMatchObject({ number: 3, title: "Oil it" });
    const outsiderEvent = await company.sent({
      event: "member",
      repository: WIDGETS,
      payload: { member: { login: "gone" } },
    });
    expect(outsiderEvent.payload.member).toEqual(expect.objectContaining({ login: "gone", id: 1 }));
  });

  test("has the same payload each time, with the emulator's time", async () => {
    await using company = await start();
    company.control.clock.set(new Date("2031-05-05T05:05:05Z"));
    const event = { event: "check_suite", repository: WIDGETS };
    const [one, two] = [await company.sent(event), await company.sent(event)];
    expect(one.payload.check_suite.created_at).toMatch(/^2031-05-05T05:05:/);
    const withoutTimes = JSON.stringify(one.payload).replaceAll(/05:05:\d\d/g, "");
    expect(JSON.stringify(two.payload).replaceAll(/05:05:\d\d/g, "")).toBe(withoutTimes);
    expect(two.logged.guid).not.toBe(one.logged.guid);
    // As after a push to a fork.
    expect(one.payload.check_suite).toMatchObject({ head_branch: null, pull_requests: [] });
    const payload = { check_suite: { head_branch: "main" } };
    expect((await company.sent({ ...event, payload })).payload.check_suite.head_branch).toBe("main");
  });

  test("has the resources of the state that it names, otherwise the newest ones", async () => {
    await using company = await start("svc", {
      repositories: {
        "acme/widgets": {
          description: "Widgets",
          files: { "README.md": "# Widgets\n" },
          labels: { oil: { color: "123456" }, rust: {} },
          milestones: { First: { creator: "bob" }, Second: {} },
          environments: { staging: {} },
          issues: [
            { number: 2, title: "It squeaks", author: "bob", comments: [{ author: "zoe", body: "So loud" }] },
            { number: 4, title: "It rusts", author: "bob" },
          ],
          pulls: [{ number: 3, title: "Oil it", author: "bob", head: "oil" }],
        },
      },
    });
    const payloadOf = async (event: string, payload: object = {}) =>
      (await company.sent({ event, repository: WIDGETS, payload })).payload;
    expect(await payloadOf("create")).toMatchObject({
      ref: "main",
      ref_type: "branch",
      master_branch: "main",
      description: "Widgets",
      organization: { login: "acme" },
    });
    expect(await payloadOf("label")).toMatchObject({ label: { name: "oil", color: "123456" } });
    expect(await payloadOf("label", { label: { name: "rust" } })).toMatchObject({
      label: { name: "rust", color: "ededed" },
    });
    expect(await payloadOf("milestone")).toMatchObject({ milestone: { title: "First", creator: { login: "bob" } } });
    expect(await payloadOf("milestone", { milestone: { number: 2 } })).toMatchObject({
      milestone: { title: "Second" },
    });
    const { url } = (await payloadOf("issues", { issue: { number: 2 } })).issue;
    expect(await payloadOf("issue_comment", { issue: { number: 2 } })).toMatchObject({
      issue: { title: "It squeaks" },
      comment: { body: "So loud", user: { login: "zoe" }, issue_url: url },
    });
    expect(await payloadOf("issue_comment", { issue: { number: 3 } })).toMatchObject({ issue: { pull_request: {} } });
    expect(await payloadOf("sub_issues")).toMatchObject({
      parent_issue: { title: "It rusts" },
      sub_issue: { title: "It squeaks" },
      sub_issue_id: expect.any(Number),
    });
    expect(await payloadOf("deployment")).toMatchObject({ deployment: { environment: "staging", ref: "main" } });
    expect(await payloadOf("status")).toMatchObject({ name: WIDGETS, branches: [{ name: "main" }] });
    expect(await payloadOf("team_add")).toMatchObject({ team: { slug: "oilers" } });
    expect(await payloadOf("pull_request_review_thread")).toMatchObject({ pull_request: { number: 3 } });
    expect(await payloadOf("fork")).toMatchObject({ forkee: { full_name: "bob/widgets", fork: true } });
    expect(await payloadOf("release", { release: { tag_name: "v7" } })).toMatchObject({
      release: { html_url: `${company.emulator.webUrl}/acme/widgets/releases/tag/v7`, author: { login: "alice" } },
    });
  });

  test("has any action if callers choose the event's action", async () => {
    await using company = await start();
    const event = { event: "repository_dispatch", repository: WIDGETS };
    expect((await company.sent(event)).payload).toMatchObject({ action: "sample.collected", branch: "main" });
    const built = await company.sent({ ...event, action: "built", payload: { client_payload: { version: 3 } } });
    expect(built.payload).toMatchObject({ action: "built", client_payload: { version: 3 }, installation: { id: 1 } });
  });

  test("is recorded even if no hook receives it", async () => {
    await using company = await start();
    const { logged, paths } = await company.sent({ event: "star", repository: "zoe/own" });
    expect([logged.hooks, paths]).toEqual([[], []]);
    expect(company.control.events().at(-1)).toEqual(logged);
  });

  test("accepts the vendor's names in event and payload", async () => {
    await using company = await start("github");
    const payload = { repository_advisory: { ghsa_id: "GHSA-2345-6789-cfgh" } };
    // No hook receives it, because no payload satisfies the public API description.
    const eventToSend = { event: "repository_advisory", repository: "zoe/own", payload };
    expect(company.control.sendEvent(eventToSend).event).toBe("repository_advisory");
    const wrong = { repository_advisory: { ghsa_id: 7 } };
    expect(() => company.control.sendEvent({ ...eventToSend, payload: wrong })).toThrow(
      "payload.repository_advisory.ghsa_id",
    );
    for (const event of ["dependabot_alert", "updater_alert"]) {
      expect(company.control.sendEvent({ event, repository: "zoe/own" }).event).toBe("dependabot_alert");
    }
  });
});

describe("single webhook", () => {
  test("receives the event whether it subscribes or not", async () => {
    await using company = await start();
    const { repository, organization, app } = hooksOf(company);
    await company.control.settled();
    await sendRequest(company.emulator, `PATCH /repos/${WIDGETS}/hooks/${repository}`, "alice", {
      body: JSON.stringify({ active: false, events: ["push"] }),
    });
    const one = await company.sent({ event: "star", hook: repository });
    expect([one.paths, one.logged.hooks]).toEqual([["/repository"], [repository]]);
    expect(one.payload).toMatchObject({ action: "created", repository: { full_name: WIDGETS } });
    expect((await company.sent({ event: "team", hook: organization })).paths).toEqual(["/organization"]);
    // One of its repositories can be named; otherwise one is chosen.
    const organizationEvent = await company.sent({ event: "star", hook: organization });
    expect(organizationEvent.payload.repository.owner.login).toBe("acme");
    const bare = await company.sent({ event: "star", hook: organization, repository: "acme/bare" });
    expect(bare.payload.repository.full_name).toBe("acme/bare");
    const sentEvent = await company.sent({ event: "star", hook: app, repository: WIDGETS });
    expect([sentEvent.paths, sentEvent.payload.installation]).toEqual([
      ["/app"],
      { id: 1, node_id: expect.any(String) },
    ]);
  });

  test("receives a ping and its own `meta` event", async () => {
    await using company = await start();
    for (const [kind, hook] of Object.entries(hooksOf(company))) {
      await company.control.settled();
      const { paths, payload } = await company.sent({ event: "ping", hook });
      expect(paths).toEqual([`/${kind}`]);
      expect(payload).toMatchObject({
        hook_id: hook,
        hook: { type: expect.any(String), config: { secret: "********" } },
      });
      expect(payload.hook.type.toLowerCase()).toBe(kind);
    }
  });

  test("can't receive events that its kind doesn't support", async () => {
    await using company = await start();
    const { control } = company;
    const { repository, organization, app } = hooksOf(company);
    const rejected: [EventToSend, string][] = [
      [
        { event: "check_run", action: "rerequested", hook: repository },
        "A repository's webhook can't receive check_run",
      ],
      [{ event: "check_suite", action: "requested", hook: organization }, "with the action requested."],
      [
        { event: "team", hook: repository },
        "A repository's webhook can't receive team with the action added_to_repository.",
      ],
      [{ event: "installation", hook: organization }, "An organization's webhook can't receive installation"],
      [{ event: "repository_import", hook: app }, "An app's webhook can't receive repository_import."],
      [
        { event: "star", hook: repository, repository: "acme/bare" },
        `Webhook ${repository} receives no events of acme/bare.`,
      ],
      [
        { event: "star", hook: repository, organization: "acme", repository: "zoe/own" },
        "zoe/own is not a repository of acme.",
      ],
      [{ event: "star", hook: organization, repository: "zoe/own" }, "receives no events of zoe/own."],
      [{ event: "star", hook: app, repository: "zoe/own" }, "receives no events of zoe/own."],
      [{ event: "star", hook: 999 }, "There is no webhook 999."],
    ];
    for (const [event, message] of rejected) {
      expect(() => control.sendEvent(event)).toThrow(RangeError);
      expect(() => control.sendEvent(event)).toThrow(message);
    }
    expect(control.sendEvent({ event: "check_run", action: "rerequested", hook: app }).hooks).toEqual([app]);
  });

  test("of an app receives what its installation permits", async () => {
    const { apps } = companyWithHooks("");
    await using company = await start();
    const hook = { url: company.receiver.url, content_type: "json" };
    const permissions = { metadata: "read", checks: "read" };
    const restricted = { ...apps.bot, hook, events: ["star"], permissions, installations: { acme: {} } };
    await company.control.seed({ apps: { restricted } });
    const app = company.control.sendEvent({ event: "star", repository: WIDGETS }).hooks.at(-1) ?? 0;
    expect(() => company.control.sendEvent({ event: "issues", hook: app })).toThrow(
      /can't receive issues .*: it needs one of issues,/,
    );
    const eventToSend = { event: "check_run", action: "rerequested", hook: app };
    expect(() => company.control.sendEvent(eventToSend)).toThrow("can't receive check_run with the action rerequested");
    expect(company.control.sendEvent({ event: "check_run", hook: app }).hooks).toEqual([app]);
  });

  test("of an app receives the events of its own installation only", async () => {
    await using company = await start();
    const { apps } = companyWithHooks(company.receiver.url);
    await company.control.seed({ apps: { other: { ...apps.bot, hook: { url: `${company.receiver.url}other` } } } });
    const { paths, payload } = await company.sent({ event: "installation", action: "suspend", organization: "acme" });
    expect(paths).toEqual(["/app"]);
    expect(payload.installation).toMatchObject({ id: 1, app_slug: "bot", suspended_by: { login: "alice" } });
    const second = { event: "installation", organization: "acme", payload: { installation: { id: 2 } } };
    expect(company.control.sendEvent(second).hooks).not.toEqual(company.control.events().at(-2)?.hooks);
    const unknownInstallation = { ...second, payload: { installation: { id: 3 } } };
    expect(() => company.control.sendEvent(unknownInstallation)).toThrow(
      "acme has no installation 3 whose app has a webhook.",
    );
  });
});

describe("rejects an event with a one-line message", () => {
  const cyclic: { self?: object } = {};
  cyclic.self = cyclic;
  test.for<[event: EventToSend, message: string]>([
    [
      { event: "strar", repository: WIDGETS },
      'There is no event "strar". Known events: branch_protection_configuration, ',
    ],
    [{ event: "star" }, 'star needs a "repository"'],
    [{ event: "star", repository: "acme/none" }, 'There is no repository "acme/none".'],
    [{ event: "star", repository: "widgets" }, 'There is no repository "widgets".'],
    [{ event: "star", organization: "acme" }, 'star needs a "repository".'],
    [{ event: "team", organization: "bob" }, 'There is no organization "bob".'],
    [{ event: "team", repository: "zoe/own" }, "team needs an organization, but zoe is a user."],
    [{ event: "star", repository: WIDGETS, sender: "unknown-user" }, 'There is no user "unknown-user".'],
    [{ event: "ping", repository: WIDGETS }, 'ping is sent to a single webhook and needs a "hook".'],
    [{ event: "push", action: "forced", repository: WIDGETS }, 'push has no actions: omit "action".'],
    [{ event: "star", action: "a b", repository: WIDGETS }, 'action must be a word, got "a b".'],
    [
      { event: "star", action: "polished", repository: WIDGETS },
      "The action of star must be created, deleted, got polished.",
    ],
    [
      { event: "issues", action: "polished", repository: WIDGETS, payload: { issue: { number: 2 } } },
      "another action needs its complete payload: payload.issue.",
    ],
    [
      { event: "star", action: "created", repository: WIDGETS, payload: { action: "deleted" } },
      "action and payload.action must be equal, got created and deleted.",
    ],
    [{ event: "star", repository: WIDGETS, payload: { action: 1 } }, "payload.action must be a string."],
    [{ event: "star", repository: WIDGETS, payload: { starred_at: 5 } }, "payload.starred_at must be "],
    [{ event: "star", repository: WIDGETS, payload: { repository: null } }, "payload.repository must be an object"],
    [{ event: "star", repository: WIDGETS, payload: { sender: { id: "x" } } }, "payload.sender.id must be a number"],
    [{ event: "star", repository: WIDGETS, payload: [] }, "payload must be an object"],
    [
      { event: "star", repository: WIDGETS, payload: cyclic },
      "payload must be an object that can be serialized as JSON.",
    ],
    [
      { event: "star", repository: WIDGETS, payload: { big: 1n } },
      "payload must be an object that can be serialized as JSON.",
    ],
  ])("%s", async ([event, message]) => {
    await using company = await start();
    expect(() => company.control.sendEvent(event)).toThrow(RangeError);
    expect(() => company.control.sendEvent(event)).toThrow(message);
    expect(company.control.events()).toEqual([]);
  });

  test("sends an unknown action with its complete payload", async () => {
    await using company = await start("svc");
    const { payload: issue } = await company.sent({ event: "issues", repository: WIDGETS });
    // No hook receives it here, because deliveries are validated against the contract.
    const eventToSend = {
      event: "issues",
      action: "polished",
      repository: "zoe/own",
      payload: { issue: issue.issue, shine: 1 },
    };
    expect(company.control.sendEvent(eventToSend)).toMatchObject({ event: "issues", action: "polished", hooks: [] });
  });
});

test("sends events over HTTP, and records those that could not be delivered", async () => {
  await using company = await start();
  const post = async (body: object) => {
    const init = { method: "POST", body: JSON.stringify(body) };
    const response = await fetchControl(company.emulator, "/events", init);
    return { status: response.status, body: await response.json() };
  };
  const { status, body } = await post({ event: "star", repository: WIDGETS });
  expect([status, body]).toEqual([200, company.control.events().at(-1)]);
  await company.control.settled();
  expect(company.receiver.received).toHaveLength(3);
  expect(await post({ event: "star" })).toEqual({ status: 422, body: { message: expect.stringContaining("needs") } });
  const list = await fetchControl(company.emulator, "/events");
  expect(await list.json()).toEqual({ events: company.control.events() });
  using written = vi.spyOn(process.stderr, "write").mockReturnValue(true);
  const large = { event: "fork", repository: "acme/widgets", payload: { text: "x".repeat(26 * 1024 * 1024) } };
  expect((await post(large)).status).toBe(200);
  await company.control.settled();
  const { hooks, undelivered } = company.control.events().at(-1) ?? {};
  expect(undelivered?.map(({ hook }) => hook)).toEqual(hooks);
  expect(company.receiver.received).toHaveLength(3);
  expect(written).toHaveBeenCalledTimes(hooks?.length ?? 0);
});

test("clears the log of events", async () => {
  await using service = await start();
  await service.sent({ event: "star", repository: WIDGETS });
  expect(service.control.events()).toHaveLength(1);
  expect((await fetchControl(service.emulator, "/events", { method: "DELETE" })).status).toBe(204);
  expect(await (await fetchControl(service.emulator, "/events")).json()).toEqual({ events: [] });
});
