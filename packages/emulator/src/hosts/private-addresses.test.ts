import { promises } from "node:dns";
import type { LookupFunction } from "node:net";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createPost, PROBLEMS } from "../deliveries/post.ts";
import { startReceiver } from "../deliveries/receiver.fixture.ts";
import { isPrivateAddress, isPrivateHost } from "./private-addresses.ts";

test.each([
  ...["1.1.1.1", "8.8.8.8", "9.255.255.255", "11.0.0.0", "100.63.255.255", "100.128.0.0", "126.255.255.255"],
  ...["128.0.0.0", "169.253.255.255", "172.15.255.255", "172.32.0.0", "192.167.255.255", "192.169.0.0"],
  ...["198.17.255.255", "198.20.0.0", "223.255.255.255", "2606:4700::1111", "2a00:1450::", "2001:4860::8888"],
])("%s is public", (address) => {
  expect(isPrivateAddress(address)).toBe(false);
});

test.each([
  ...["0.0.0.0", "10.1.2.3", "100.64.0.1", "127.0.0.1", "169.254.169.254", "172.16.0.1", "192.0.0.8", "192.168.0.1"],
  ...["198.18.0.1", "224.0.0.1", "255.255.255.255", "::", "::1", "::ffff:127.0.0.1", "::ffff:8.8.8.8", "::127.0.0.1"],
  ...["fe80::1", "fe80::1%eth0", "fc00::1", "fd12:3456::1", "ff02::1", "64:ff9b::10.0.0.1", "64:ff9b:1::1", "100::1"],
  ...["2001::1", "2001:db8::1", "2002:a00:1::", "3fff::1", "5f00::1", "", "localhost", "1.2.3", "1.2.3.4.5", "0x7f.1"],
])("%s is private", (address) => {
  expect(isPrivateAddress(address)).toBe(true);
});

test("no spelling of a private IPv4 address in a URL is public", () => {
  const numberFormats = [
    (n: number) => `${n}`,
    (n: number) => `0x${n.toString(16)}`,
    (n: number) => `0${n.toString(8)}`,
  ];
  const format = fc.constantFrom(...numberFormats);
  const networks = fc.constantFrom([127, 0, 0], [10, 0, 0], [192, 168, 7], [169, 254, 169], [172, 20, 1], [0, 0, 0]);
  fc.assert(
    fc.property(
      networks,
      fc.nat(255),
      fc.array(format, { minLength: 4, maxLength: 4 }),
      fc.nat(3),
      (net, last, write, count) => {
        const bytes = [...net, last];
        // The last part of a shorter spelling stands for all remaining bytes.
        const rest = bytes.slice(count).reduce((sum, byte) => sum * 256 + byte, 0);
        const parts = [...bytes.slice(0, count), rest].map((part, index) => write[index]?.(part) ?? `${part}`);
        for (const host of [parts.join("."), `${parts.join(".")}.`, `[::ffff:${bytes.join(".")}]`]) {
          expect(isPrivateHost(new URL(`http://${host}/`)), host).toBe(true);
        }
      },
    ),
  );
});

/** Resolves every name to the next addresses. */
function lookupOf(...answers: readonly (readonly string[])[]) {
  let count = 0;
  const lookup: LookupFunction = (_hostname, options, callback) => {
    const addresses = (answers[count++] ?? []).map((address) => ({ address, family: address.includes(":") ? 6 : 4 }));
    const [first] = addresses;
    if (options.all) callback(null, addresses);
    else callback(null, first?.address ?? "", first?.family);
  };
  return { lookup, count: () => count };
}

const OPTIONS = { timeout: 20_000, verify: true, signal: new AbortController().signal };

test("a name is refused if any of its addresses is private", async () => {
  await using receiver = await startReceiver();
  const url = receiver.url.replace("127.0.0.1", "receiver.test");
  const answers = [["127.0.0.1"], ["8.8.8.8", "127.0.0.1"], ["127.0.0.1", "2606:4700::1111"], ["::1"], []];
  const { lookup, count } = lookupOf(...answers);
  const post = createPost(lookup);
  for (const _ of answers) {
    expect(await post(url, {}, "{}", { ...OPTIONS, allowsPrivate: false })).toEqual({
      problem: PROBLEMS.privateAddress,
    });
  }
  // The connection uses the addresses that were checked: each delivery resolves the name once.
  expect(count()).toBe(answers.length);
  expect(receiver.received).toEqual([]);
});

test("an allowed name can have private addresses", async () => {
  await using receiver = await startReceiver();
  const url = receiver.url.replace("127.0.0.1", "receiver.test");
  const post = createPost(lookupOf(["127.0.0.1"]).lookup);
  expect(await post(url, {}, "{}", { ...OPTIONS, allowsPrivate: true })).toMatchObject({ status: 200 });
});

test("an unknown name is a failed connection", async () => {
  await expect(promises.lookup("receiver.invalid")).rejects.toThrow();
  const outcome = await createPost()("http://receiver.invalid/", {}, "{}", { ...OPTIONS, allowsPrivate: false });
  expect(outcome).toEqual({ problem: PROBLEMS.connection });
});
