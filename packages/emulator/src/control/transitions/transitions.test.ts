import { describe, expect, test } from "vitest";
import { fetchControl, sendRequest } from "../../requests.fixture.ts";
import { startWithWebhooks } from "../webhook-receiver.fixture.ts";

const RUN = "GET /repos/acme/widgets/actions/runs/1";

describe("workflow run", () => {
  test("completes with all its jobs", async () => {
    await using service = await startWithWebhooks();
    const { control } = service.emulator;
    control.transition({ run: 1, to: "completed", conclusion: "timed_out" });
    expect((await sendRequest(service.emulator, RUN, "bob")).body).toMatchObject({
      status: "completed",
      conclusion: "timed_out",
    });
    expect((await sendRequest(service.emulator, `${RUN}/jobs`, "bob")).body).toMatchObject({
      jobs: [
        { name: "build", status: "completed", conclusion: "timed_out" },
        { name: "deploy", status: "completed", conclusion: "timed_out" },
      ],
    });
    const events = await service.receivedEvents("acme/widgets");
    expect(events.map(({ event }) => event).filter((event) => event.startsWith("workflow"))).toEqual([
      "workflow_job completed",
      "workflow_job completed",
      "workflow_run completed",
    ]);
    expect(events.at(-1)?.payload).toMatchObject({ workflow_run: { id: 1, conclusion: "timed_out" } });
    expect(() => control.transition({ run: 1, to: "completed" })).toThrow(
      new RangeError("Workflow run 1 is already completed."),
    );
  });

  test("continues when one of its jobs is completed", async () => {
    await using service = await startWithWebhooks();
    const { control } = service.emulator;
    control.transition({ run: 1, to: "completed", job: "build" });
    const jobs = async () => (await sendRequest(service.emulator, `${RUN}/jobs`, "bob")).body;
    expect(await jobs()).toMatchObject({ jobs: [{ conclusion: "success" }, { status: "queued" }] });
    expect((await sendRequest(service.emulator, RUN, "bob")).body).toMatchObject({ status: "in_progress" });
    control.transition({ run: 1, to: "completed", job: "deploy", conclusion: "failure" });
    expect((await sendRequest(service.emulator, RUN, "bob")).body).toMatchObject({
      status: "completed",
      conclusion: "failure",
    });
  });

  test("must exist and be in progress, and the conclusion must be known", async () => {
    await using service = await startWithWebhooks();
    const { control } = service.emulator;
    const expectRejected = (run: number, fields: object, message: string) =>
      expect(() => control.transition({ run, to: "completed", ...fields })).toThrow(new RangeError(message));
    expectRejected(99, {}, "There is no workflow run 99.");
    expectRejected(1, { job: "test" }, 'Workflow run 1 has no job "test".');
    expectRejected(1, { job: 99 }, "Workflow run 1 has no job 99.");
    expectRejected(
      ...([1, { conclusion: "well" }] as const),
      'conclusion must be success, failure, neutral, cancelled, skipped, timed_out, action_required, got "well".',
    );
    control.transition({ run: 1, to: "completed", job: "build" });
    expectRejected(1, { job: "build" }, 'The job "build" is already completed.');
  });
});

test("connects and disconnects a runner", async () => {
  await using service = await startWithWebhooks();
  const setStatus = (runner: string, to: "online" | "offline") =>
    service.emulator.control.transition({ organization: "acme", runner, to });
  const statuses = async () => (await sendRequest(service.emulator, "GET /orgs/acme/actions/runners", "alice")).body;
  setStatus("one", "online");
  expect(await statuses()).toMatchObject({ runners: [{ name: "one", status: "online" }] });
  setStatus("one", "offline");
  expect(await statuses()).toMatchObject({ runners: [{ name: "one", status: "offline" }] });
  expect(() => setStatus("two", "online")).toThrow(new RangeError('acme has no runner "two".'));
});

test("applies each transition over HTTP", async () => {
  await using service = await startWithWebhooks({ control: true });
  const post = async (path: string, body: object) => {
    const response = await fetchControl(service.emulator, `/${path}`, {
      method: "POST",
      body: JSON.stringify(body),
    });
    const text = await response.text();
    return [response.status, text === "" ? undefined : JSON.parse(text)];
  };
  const widgets = { repository: "acme/widgets" };
  expect(await post("transitions", { ...widgets, pull: 3, to: "merged", method: "squash", by: "bob" })).toEqual([
    204,
    undefined,
  ]);
  expect(await post("transitions", { ...widgets, issue: 1, to: "closed", reason: "duplicate" })).toEqual([
    204,
    undefined,
  ]);
  expect(await post("transitions", { run: 1, to: "completed" })).toEqual([204, undefined]);
  expect(await post("transitions", { installation: 1, to: "suspended" })).toEqual([204, undefined]);
  expect(await post("transitions", { organization: "acme", runner: "one", to: "online" })).toEqual([204, undefined]);
  expect(await post("reviews", { ...widgets, pull: 4, user: "carol" })).toEqual([200, { id: 1 }]);
  expect(await post("transitions", { ...widgets, to: "deleted" })).toEqual([204, undefined]);
  expect(await post("transitions", { account: "carol", to: "deleted" })).toEqual([204, undefined]);

  const refusals = [
    [{ ...widgets, pull: 3, to: "closed" }, 'There is no repository "acme/widgets".'],
    [{ ...widgets, pull: 3, to: "mergd" }, "to must be one of merged, closed, open, draft, ready."],
    [{ ...widgets, pull: "3", to: "closed" }, "pull must be a number."],
    [
      { to: "closed" },
      "The body must have one of run, runner, pull, issue, account, installation, invitee, repository.",
    ],
    [{ ...widgets, pull: 3, to: "merged", how: "fast" }, expect.stringMatching(/how/)],
  ] as const;
  for (const [body, message] of refusals) expect(await post("transitions", body)).toEqual([422, { message }]);
});
