import fc from "fast-check";
import { describe, expect } from "vitest";
import { pickSize } from "../../../../test/test-size.ts";
import type { Emulator, Fault } from "../public.ts";
import { test } from "../vitest.ts";

// Checks arbitrary faults and calls against a model.

const ROUTES = {
  checkStar: "GET /user/starred/acme/widgets",
  starRepository: "PUT /user/starred/acme/widgets",
  unstarRepository: "DELETE /user/starred/acme/widgets",
} as const;
type Name = keyof typeof ROUTES;
const NAMES = ["checkStar", "starRepository", "unstarRepository"] as const satisfies readonly Name[];
const TOKENS = ["alice", "bob"] as const;

interface ModelCall {
  readonly name: Name;
  readonly token: (typeof TOKENS)[number];
}
const call: fc.Arbitrary<ModelCall> = fc.record({ name: fc.constantFrom(...NAMES), token: fc.constantFrom(...TOKENS) });

/** The outcome for a client: a status, or no response. */
type FaultedCallOutcome = number | "nothing";

/** Effects of faults, with their outcomes; undefined: the operation's own response. */
const EFFECTS: readonly (readonly [effect: Fault, outcome: FaultedCallOutcome | undefined])[] = [
  [{ status: 503 }, 503],
  [{ status: 502, executed: true }, 502],
  [{ cut: "connection" }, "nothing"],
  [{ cut: "connection", executed: true }, "nothing"],
  [{ shape: "text" }, 200],
  [{ status: 429, shape: "text", executed: true }, 429],
  [{ delay: 0.001 }, undefined],
];

const scope = fc.record({
  operation: fc.option(fc.constantFrom(...NAMES, "GET /user/starred/{owner}/{repo}"), { nil: undefined }),
  token: fc.option(fc.constantFrom(...TOKENS), { nil: undefined }),
  after: fc.option(fc.nat(3), { nil: undefined }),
  times: fc.option(fc.integer({ min: 1, max: 3 }), { nil: undefined }),
  rate: fc.constantFrom(undefined, undefined, 0, 1),
});
type Scope = typeof scope extends fc.Arbitrary<infer T> ? T : never;

const matches = ({ operation, token }: Scope, request: ModelCall) =>
  (token === undefined || token === request.token) &&
  (operation === undefined || operation === request.name || operation === ROUTES_BY_NAME[request.name]);

const ROUTES_BY_NAME: Readonly<Record<Name, string>> = {
  checkStar: "GET /user/starred/{owner}/{repo}",
  starRepository: "PUT /user/starred/{owner}/{repo}",
  unstarRepository: "DELETE /user/starred/{owner}/{repo}",
};

async function outcomeOf({ apiUrl, tokens }: Emulator, { name, token }: ModelCall): Promise<FaultedCallOutcome> {
  const [method = "", path = ""] = ROUTES[name].split(" ");
  const headers = { authorization: `Bearer ${tokens[token]}` };
  try {
    const response = await fetch(`${apiUrl}${path}`, { method, headers });
    await response.arrayBuffer();
    return response.status;
  } catch {
    return "nothing";
  }
}

/** The expected stars and responses of the service. */
function serviceModel() {
  const stars = new Set<string>();
  return {
    stars,
    perform({ name, token }: ModelCall): number {
      if (name === "checkStar") return stars.has(token) ? 204 : 404;
      if (name === "starRepository") stars.add(token);
      else stars.delete(token);
      return 204;
    },
  };
}

describe("arbitrary faults", () => {
  test("apply to matching calls only, in sequence", async ({ emulator }) => {
    const { faults } = emulator.control;
    const model = serviceModel();
    let hits = 0;
    let misses = 0;
    const planned = fc.array(fc.record({ scope, effect: fc.constantFrom(...EFFECTS) }), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(planned, fc.array(call, { minLength: 6, maxLength: 14 }), async (plan, calls) => {
        faults.clear();
        const modelFaults = plan.map(({ scope, effect: [effect, outcome] }) => {
          faults.add({ ...scope, ...effect });
          return { scope, effect, outcome, matched: 0, happened: 0 };
        });
        for (const request of calls) {
          const activeFault = modelFaults.find((entry) => {
            const { after = 0, times = Infinity, rate = 1 } = entry.scope;
            if (!matches(entry.scope, request)) return false;
            entry.matched++;
            return entry.matched > after && entry.happened < times && rate === 1;
          });
          if (activeFault) activeFault.happened++;
          const isPerformed =
            activeFault === undefined || activeFault.effect.executed === true || activeFault.outcome === undefined;
          const modelStatus = isPerformed ? model.perform(request) : undefined;
          expect(await outcomeOf(emulator, request)).toBe(activeFault?.outcome ?? modelStatus);
          activeFault ? hits++ : misses++;
        }
        const counted = faults.list().map(({ matched, happened }) => ({ matched, happened }));
        expect(counted).toEqual(modelFaults.map(({ matched, happened }) => ({ matched, happened })));
        // Exactly the executed calls had an effect.
        faults.clear();
        for (const token of TOKENS) {
          expect(await outcomeOf(emulator, { name: "checkStar", token })).toBe(model.stars.has(token) ? 204 : 404);
        }
      }),
      { numRuns: pickSize(20, 50) },
    );
    expect(Math.min(hits, misses)).toBeGreaterThan(pickSize(3, 30));
  });

  test("apply the right number of times to concurrent calls", async ({ emulator }) => {
    const { faults } = emulator.control;
    const plan = fc.array(scope, { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(plan, fc.array(call, { minLength: 10, maxLength: 40 }), async (scopes, calls) => {
        faults.clear();
        // Each fault is identified by its status.
        for (const [index, scope] of scopes.entries()) faults.add({ ...scope, status: 550 + index });
        const results = await Promise.all(
          calls.map(async (request) => ({ request, status: await outcomeOf(emulator, request) })),
        );
        const listed = faults.list();
        for (const [index, scope] of scopes.entries()) {
          const { after = 0, times = Infinity, rate = 1 } = scope;
          const resultsOf = (faultIndex: number) => results.filter(({ status }) => status === 550 + faultIndex);
          const before = scopes.slice(0, index).flatMap((_, earlier) => resultsOf(earlier));
          const matched =
            calls.filter((request) => matches(scope, request)).length -
            before.filter(({ request }) => matches(scope, request)).length;
          const happened = rate === 0 ? 0 : Math.min(times, Math.max(0, matched - after));
          expect(listed[index]).toMatchObject({ matched, happened });
          expect(resultsOf(index)).toHaveLength(happened);
          expect(resultsOf(index).every(({ request }) => matches(scope, request))).toBe(true);
        }
        const untouched = results.filter(({ status }) => status === 204 || status === 404);
        expect(untouched).toHaveLength(calls.length - listed.reduce((sum, { happened }) => sum + happened, 0));
      }),
      { numRuns: pickSize(8, 25) },
    );
  });
});
