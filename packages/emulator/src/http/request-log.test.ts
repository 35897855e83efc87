import { describe } from "vitest";
import { startReceiver } from "../deliveries/receiver.fixture.ts";
import { requestJson } from "../requests.fixture.ts";
import { emulatorTest } from "../vitest.ts";

describe("request log", () => {
  const lines: string[] = [];
  const test = emulatorTest({ log: (line) => lines.push(line), control: true, strict: false });

  test("logs calls, pages and preflight requests, but not health checks", async ({ emulator, expect }) => {
    lines.length = 0;
    const { apiUrl, webUrl, tokens } = emulator;
    const headers = { authorization: `Bearer ${tokens["alice-fine-grained"]}` };
    const control = { authorization: `Bearer ${emulator.controlToken}` };
    const cases: [url: string, init: RequestInit, line: RegExp][] = [
      [
        `${apiUrl}/repos/acme/gears?x=1`,
        { headers },
        /200 .* alice \(alice-fine-grained\) {2}GET .*\?x=1 +getRepository$/,
      ],
      [`${apiUrl}/repos/acme/gears`, {}, /404 .* - +GET {4}\/api\/v3\/repos\/acme\/gears +getRepository$/],
      [`${apiUrl}/nowhere?token=s3cret`, {}, /404 .* - +GET {4}\/api\/v3\/nowhere\?token=\*{3} +not emulated$/],
      [`${apiUrl}/user`, { method: "OPTIONS" }, /204 .* - +OPTIONS \/api\/v3\/user$/],
      [`${webUrl}/raw/acme/widgets/0/x?token=s3cret`, {}, /404 .* - +GET {4}\/raw\/.*\?token=\*{3}$/],
      [
        `${webUrl}/_control/clock`,
        { method: "POST", headers: control, body: '{"advance":1}' },
        /200 .* - +POST {3}\/_control\/clock$/,
      ],
      [emulator.startUrl, {}, /200 .* - +GET {4}\/_start\/\*{3}$/],
      [`${webUrl}/_control/${emulator.controlToken}`, { headers: control }, /404 .* - +GET {4}\/_control\/\*{3}$/],
      [
        `${webUrl}/login?return_to=${encodeURIComponent(emulator.startUrl)}`,
        {},
        /200 .* - .*\/login\?return_to=\*{3}$/,
      ],
      [`${apiUrl}/versions`, { headers: { origin: "null" } }, /403 .* - +GET {4}\/api\/v3\/versions$/],
    ];
    for (const [url, init, line] of cases) {
      await (await fetch(url, init)).text();
      await expect.poll(() => lines.at(-1)).toMatch(line);
    }
    const health = await fetch(`${webUrl}/_health`);
    expect([health.status, await health.json()]).toEqual([200, { status: "up" }]);
    expect(lines).toHaveLength(cases.length);
    expect(lines.join()).not.toContain(tokens["alice-fine-grained"]);
    expect(lines.join()).not.toContain(emulator.controlToken);
    expect(lines.join()).not.toContain(new URL(emulator.startUrl).pathname.split("/").at(-1));
  });

  test("logs webhook deliveries without secret parts of the URL", async ({ emulator, expect }) => {
    lines.length = 0;
    await using receiver = await startReceiver();
    receiver.setResponse(503);
    for (const host of [receiver.host, "127.0.0.1:9"]) emulator.control.allowHookHost(host);
    const [closedUrl, config] = ["http://127.0.0.1:9", { url: `${receiver.url}hidden?key=s3cret` }];
    await requestJson(emulator, "POST /repos/acme/gears/hooks", { config, events: ["star"] });
    await requestJson(emulator, "POST /repos/acme/gears/hooks", {
      config: { url: `${closedUrl}/s3cret` },
      events: ["star"],
    });
    await emulator.control.settled();
    const sent = lines.filter((line) => line.includes("HOOK"));
    expect(sent).toHaveLength(2);
    expect(sent).toContainEqual(expect.stringMatching(`503 .* hook 2 +HOOK {3}${receiver.url.slice(0, -1)} +ping$`));
    expect(sent).toContainEqual(
      expect.stringMatching(`--- .* hook 3 +HOOK {3}${closedUrl} +ping {2}failed to connect to host$`),
    );
    expect(lines.join()).not.toContain("s3cret");
  });
});
