import { expect, test } from "vitest";
import { createPost } from "./post.ts";
import { startReceiver } from "./receiver.fixture.ts";

const post = createPost();
const OPTIONS = { timeout: 5000, verify: true, signal: new AbortController().signal };

test("the receiver's answer comes back, with its headers and as much of its text as is kept", async () => {
  await using receiver = await startReceiver();
  receiver.answer(418, "x".repeat(300_000));
  const outcome = await post(receiver.url, { "x-sent": "1" }, '{"ä":1}', OPTIONS);
  expect(outcome).toMatchObject({ status: 418, headers: { "x-receiver": "yes" } });
  expect("body" in outcome && outcome.body.length).toBe(256 * 1024);
  expect(receiver.received).toMatchObject([{ headers: { "x-sent": "1", "content-length": "8" }, payload: { ä: 1 } }]);
});

test("a redirect is an answer, and not followed", async () => {
  await using receiver = await startReceiver();
  receiver.answer(302);
  expect(await post(receiver.url, {}, "{}", OPTIONS)).toMatchObject({ status: 302 });
  expect(receiver.received).toHaveLength(1);
});

test("a receiver that takes too long", async () => {
  await using receiver = await startReceiver();
  const release = receiver.hold();
  expect(await post(receiver.url, {}, "{}", { ...OPTIONS, timeout: 50 })).toEqual({ problem: "timed out" });
  release();
});

test("nobody listens there, or can", async () => {
  const gone = await startReceiver();
  await gone[Symbol.asyncDispose]();
  for (const url of [gone.url, "http://u%ZZ:p@127.0.0.1:9/", "https://127.0.0.1:1/"]) {
    expect(await post(url, {}, "{}", OPTIONS)).toEqual({ problem: "failed to connect to host" });
  }
});

test("a certificate that nobody vouches for, unless none is asked for", async () => {
  await using receiver = await startReceiver(true);
  expect(await post(receiver.url, {}, "{}", OPTIONS)).toEqual({
    problem: "peer certificate cannot be authenticated with given CA certificates",
  });
  expect(await post(receiver.url, {}, "{}", { ...OPTIONS, verify: false })).toMatchObject({ status: 200 });
});
