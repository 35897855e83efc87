import { stripVTControlCharacters, styleText } from "node:util";
import fc from "fast-check";
import { describe, expect, test as plain } from "vitest";
import { ask } from "../calling.fixture.ts";
import { startReceiver } from "../deliveries/receiver.fixture.ts";
import type { LoggedDelivery, LoggedRequest } from "../public.ts";
import { test } from "../vitest.ts";
import { logLine, type Paint, withoutSecrets } from "./request-log.ts";

const CALL: LoggedRequest = {
  ...{ at: "2024-05-06T07:08:09.123Z", method: "PUT", path: "/api/v3/user/starred/acme/widgets" },
  ...{ operation: "starRepository", token: "bob", user: "bob", status: 204, duration: 2.14, fault: null },
};
const DELIVERY: LoggedDelivery = {
  ...{ at: "2024-05-06T07:08:09Z", event: "star", action: "created", redelivery: false, hook: 1 },
  ...{ origin: "http://127.0.0.1:8080", status: 200, problem: null, duration: 3.25 },
};

const coloured: Paint = (style, text) => styleText(style, text, { validateStream: false });

describe("a line", () => {
  plain("tells of a call", () => {
    expect(logLine(CALL)).toBe(
      "07:08:09.123  204     2.1 ms  bob           PUT    /api/v3/user/starred/acme/widgets               starRepository",
    );
  });

  plain("tells of the fault that happened, of a cut connection, and of the token that is called otherwise", () => {
    const line = logLine({ ...CALL, status: null, fault: 3, token: "bob-fine-grained", duration: 12_345 });
    expect(line).toMatch(/^07:08:09\.123 {2}cut {5}12\.3 s {2}bob \(bob-fine-grained\) {2}PUT .* {2}fault 3$/);
  });

  plain("names nobody where nobody is known, and no operation where there is none", () => {
    const page = { ...CALL, path: "/acme/widgets", operation: null, token: null, user: null };
    expect(logLine(page)).toBe("07:08:09.123  204     2.1 ms  -             PUT    /acme/widgets");
    expect(logLine({ ...page, token: "acme-installation" })).toContain("  acme-installation  PUT ");
  });

  plain("tells of a delivery in the same columns", () => {
    expect(logLine(DELIVERY)).toBe(
      "07:08:09.000  200     3.3 ms  hook 1        HOOK   http://127.0.0.1:8080                           star.created",
    );
    const failed = { ...DELIVERY, status: null, problem: "timed out", action: null, redelivery: true };
    expect(logLine(failed)).toMatch(/^07:08:09\.000 {2}--- .* star again {2}timed out$/);
  });

  plain("is the same in colours", () => {
    for (const told of [
      CALL,
      DELIVERY,
      { ...CALL, status: 500, fault: 2 },
      { ...CALL, status: 404, operation: null },
    ]) {
      expect(logLine(told, coloured)).not.toBe(logLine(told));
      expect(stripVTControlCharacters(logLine(told, coloured))).toBe(logLine(told));
    }
  });

  plain("is one line, and steers no terminal, whatever others chose", () => {
    const anything = fc.string({ unit: fc.nat({ max: 0x2100 }).map((code) => String.fromCharCode(code)) });
    fc.assert(
      fc.property(anything, anything, anything, (path, token, user) => {
        expect(logLine({ ...CALL, path, token, user, operation: null })).not.toMatch(/\p{Cc}|\u2028|\u2029/u);
      }),
    );
  });
});

describe("a query", () => {
  const queries = {
    "": "",
    "?": "?",
    "?page=2&per_page=5": "?page=2&per_page=5",
    "?token=abc": "?token=***",
    "?ends=5&mark=abc=&x": "?ends=5&mark=***&x",
    "?TOKEN=abc&%74oken=def": "?TOKEN=***&%74oken=***",
  };
  for (const [query, shown] of Object.entries(queries)) {
    plain(`${query} is shown as ${shown}`, () => expect(withoutSecrets(query)).toBe(shown));
  }

  plain("never shows a token's value", () => {
    fc.assert(
      fc.property(fc.array(fc.stringMatching(/^[\w=&%+]*$/)), fc.uuid(), (around, token) => {
        expect(withoutSecrets(`?${[...around, `token=${token}`, ...around].join("&")}`)).not.toContain(token);
      }),
    );
  });
});

describe("the log of requests", () => {
  const lines: string[] = [];
  test.override({ emulatorOptions: { log: (line) => lines.push(line), control: true } });

  test("has a line for each call, page and question of a browser, and none for who asks whether it is up", async ({
    emulator,
    expect,
  }) => {
    lines.length = 0;
    const { apiUrl, webUrl, tokens } = emulator;
    const headers = { authorization: `Bearer ${tokens["alice-fine-grained"]}` };
    const asked: [url: string, init: RequestInit, line: RegExp][] = [
      [
        `${apiUrl}/repos/acme/gears?x=1`,
        { headers },
        /200 .* alice \(alice-fine-grained\) {2}GET .*\?x=1 +getRepository$/,
      ],
      [`${apiUrl}/repos/acme/gears`, {}, /404 .* - +GET {4}\/api\/v3\/repos\/acme\/gears +getRepository$/],
      [`${apiUrl}/nowhere?token=s3cret`, {}, /404 .* - +GET {4}\/api\/v3\/nowhere\?token=\*{3}$/],
      [`${apiUrl}/user`, { method: "OPTIONS" }, /204 .* - +OPTIONS \/api\/v3\/user$/],
      [`${webUrl}/raw/acme/widgets/0/x?token=s3cret`, {}, /404 .* - +GET {4}\/raw\/.*\?token=\*{3}$/],
      [`${webUrl}/_control/clock`, { method: "POST", body: '{"advance":1}' }, /200 .* POST {3}\/_control\/clock$/],
    ];
    for (const [url, init, line] of asked) {
      await (await fetch(url, init)).text();
      await expect.poll(() => lines.at(-1)).toMatch(line);
    }
    const health = await fetch(`${webUrl}/_health`);
    expect([health.status, await health.json()]).toEqual([200, { status: "up" }]);
    expect(lines).toHaveLength(asked.length);
    expect(lines.join()).not.toContain(tokens["alice-fine-grained"]);
  });

  test("has a line for each delivery of a webhook, without what may be secret in its address", async ({
    emulator,
    expect,
  }) => {
    lines.length = 0;
    await using receiver = await startReceiver();
    receiver.answer(503);
    const [gone, config] = ["http://127.0.0.1:9", { url: `${receiver.url}hidden?key=s3cret` }];
    await ask(emulator, "POST /repos/acme/gears/hooks", { config, events: ["star"] });
    await ask(emulator, "POST /repos/acme/gears/hooks", { config: { url: `${gone}/s3cret` }, events: ["star"] });
    await emulator.control.settled();
    const sent = lines.filter((line) => line.includes("HOOK"));
    expect(sent).toHaveLength(2);
    expect(sent).toContainEqual(expect.stringMatching(`503 .* hook 2 +HOOK {3}${receiver.url.slice(0, -1)} +ping$`));
    expect(sent).toContainEqual(
      expect.stringMatching(`--- .* hook 3 +HOOK {3}${gone} +ping {2}failed to connect to host$`),
    );
    expect(lines.join()).not.toContain("s3cret");
  });
});
