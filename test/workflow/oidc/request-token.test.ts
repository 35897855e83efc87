import { once } from "node:events";
import { createServer, type RequestListener } from "node:http";
import { test as base } from "@forgehand/emulator/vitest";
import { describe, expect } from "vitest";
import { inputsFor } from "../inputs.ts";
import { runStep, type StepResult, startStep } from "../runner.ts";

const CREDENTIAL = "credential-of-the-job-0123456789";
const EXPECT = { task: "oidc-template", "expect-subject": "repo:acme/widgets" };

const part = (content: object) => Buffer.from(JSON.stringify(content)).toString("base64url");
const TOKEN = `${part({ alg: "none" })}.${part({ iss: "https://issuer.example", sub: "repo:acme/widgets", aud: "a" })}.signature`;

interface Issuer {
  readonly url: string;
  /** Paths and authorization headers of the requests so far. */
  readonly requests: readonly (readonly [url: string | undefined, authorization: string | undefined])[];
}

const test = base.extend<{ startIssuer: (respond: RequestListener) => Promise<Issuer> }>({
  startIssuer: async ({ emulator: _ }, use) => {
    const stop: (() => void)[] = [];
    await use(async (respond) => {
      const requests: [string | undefined, string | undefined][] = [];
      const server = createServer((request, response) => {
        requests.push([request.url, request.headers.authorization]);
        respond(request, response);
      }).listen(0, "127.0.0.1");
      await once(server, "listening");
      stop.push(() => {
        server.closeAllConnections();
        server.close();
      });
      const address = server.address();
      return { url: `http://127.0.0.1:${typeof address === "object" ? address?.port : ""}`, requests };
    });
    for (const end of stop) end();
  },
});

const environmentOf = ({ url }: Issuer) => ({
  ACTIONS_ID_TOKEN_REQUEST_URL: `${url}/token?api-version=2.0`,
  ACTIONS_ID_TOKEN_REQUEST_TOKEN: CREDENTIAL,
});

const shownBy = ({ log, summary, report }: StepResult) =>
  [log.replaceAll(/^::add-mask::.*$/gm, ""), summary, report].join("\n");

describe("an identity token", () => {
  test("is requested with the credential and the audience, and masked", async ({ emulator, startIssuer }) => {
    const issuer = await startIssuer((_request, response) => response.end(JSON.stringify({ value: TOKEN })));
    const step = await runStep({ ...inputsFor(emulator), ...EXPECT, audience: "a b" }, environmentOf(issuer));
    expect([step.exitCode, step.errors]).toEqual([0, []]);
    expect(issuer.requests).toEqual([["/token?api-version=2.0&audience=a%20b", `Bearer ${CREDENTIAL}`]]);
    expect(step.log).toContain(`::add-mask::${TOKEN}`);
    expect(shownBy(step)).not.toContain(TOKEN);
  });

  test("is requested again if the issuer is unavailable", async ({ emulator, startIssuer }) => {
    let count = 0;
    const issuer = await startIssuer((_request, response) => {
      count++;
      response.writeHead(count < 3 ? 503 : 200).end(JSON.stringify({ value: TOKEN }));
    });
    const step = await runStep({ ...inputsFor(emulator), ...EXPECT }, environmentOf(issuer));
    expect([step.exitCode, issuer.requests.length]).toEqual([0, 3]);
  });

  test.for([301, 302, 303, 307, 308])(
    "is not requested from the target of a redirect with status %i",
    async (status, { emulator, startIssuer }) => {
      const target = await startIssuer((_request, response) => response.end(JSON.stringify({ value: TOKEN })));
      for (const host of [target.url, target.url.replace("127.0.0.1", "localhost")]) {
        const issuer = await startIssuer((_request, response) =>
          response.writeHead(status, { location: `${host}/token` }).end(),
        );
        const step = await runStep({ ...inputsFor(emulator), ...EXPECT }, environmentOf(issuer));
        expect(step.errors[0]).toContain("the issuer redirected the request for an identity token");
        expect([issuer.requests.length, target.requests]).toEqual([1, []]);
      }
    },
  );

  test("is expected in a response of its form and size, which is not printed", async ({ emulator, startIssuer }) => {
    const bodies = [
      ["no JSON, but printed-by-mistake", 'must be JSON with a text "value"'],
      [JSON.stringify({ value: 12, other: "printed-by-mistake" }), 'must be JSON with a text "value"'],
      [JSON.stringify({ value: "" }), 'must be JSON with a text "value"'],
      [JSON.stringify({ value: "printed-by-mistake" }), "its claims can't be read"],
      [JSON.stringify({ value: TOKEN, padding: "x".repeat(1_000_000) }), "it is too large"],
    ] as const;
    for (const [body, reason] of bodies) {
      const issuer = await startIssuer((_request, response) => response.end(body));
      const step = await runStep({ ...inputsFor(emulator), ...EXPECT }, environmentOf(issuer));
      expect(step.errors[0]).toContain(`the issuer's response is not an identity token: `);
      expect(step.errors[0]).toContain(reason);
      expect(shownBy(step)).not.toMatch(/printed-by-mistake|xxxx/);
    }
  });

  test("and its credential are not printed by the errors of the issuer", async ({ emulator, startIssuer }) => {
    const messages = [`denied for ${CREDENTIAL}`, `${".".repeat(480)}${CREDENTIAL}`, `${"x ".repeat(600)}end`];
    for (const message of messages) {
      const issuer = await startIssuer((_request, response) =>
        response.writeHead(403).end(JSON.stringify({ message, details: "printed-by-mistake" })),
      );
      const step = await runStep({ ...inputsFor(emulator), ...EXPECT }, environmentOf(issuer));
      expect(step.errors[0]).toContain("the issuer rejected the request for an identity token: status 403.");
      expect(shownBy(step)).not.toMatch(/credential-of-the|printed-by-mistake|end$/);
    }
  });

  test("is not awaited for more than 30 seconds", async ({ emulator, startIssuer }) => {
    const received = Promise.withResolvers<void>();
    const issuer = await startIssuer(() => received.resolve());
    const step = startStep({ ...inputsFor(emulator), ...EXPECT }, environmentOf(issuer));
    await received.promise;
    await step.passTime(30_000);
    const done = await step.done;
    expect(done.errors[0]).toContain("can't be reached: it did not respond within 30 seconds");
  });
});
