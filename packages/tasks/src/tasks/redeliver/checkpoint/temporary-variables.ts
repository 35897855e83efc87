import type { Clock } from "@forgehand/core";
import { lazy } from "@forgehand/core/internal";
import { Problem } from "../../../problem.ts";
import { serviceTime } from "../../../service-time.ts";
import type { VariableStore } from "./variable-store.ts";

/**
 * Creates variables that exist in this process only, for runs that store no state: such a run sends each event once, but
 * does not exclude other runs.
 * @param request makes a request whose response has the service's time; called once
 */
export function temporaryVariables(
  name: string,
  clock: Pick<Clock, "monotonic">,
  request: () => Promise<{ readonly headers: Headers }>,
): VariableStore {
  const variables = new Map<string, { readonly value: string; readonly updated: Date }>();
  const startTimer = lazy(async () => {
    const start = serviceTime((await request()).headers);
    if (!start) throw new Problem("The service's responses must have a Date header, got none.");
    const monotonicStart = clock.monotonic();
    return () => new Date(start.getTime() + clock.monotonic() - monotonicStart);
  });
  async function write(variable: string, value: string, mustExist: boolean): Promise<boolean> {
    if (variables.has(variable) !== mustExist) return false;
    const now = await startTimer();
    variables.set(variable, { value, updated: now() });
    return true;
  }
  const store: VariableStore = {
    name,
    key: `temporary ${name}`.toLowerCase(),
    async read(variable) {
      const now = await startTimer();
      const found = variables.get(variable);
      return { value: found?.value, updated: found?.updated, now: now() };
    },
    create: (variable, value) => write(variable, value, false),
    update: (variable, value) => write(variable, value, true),
    async remove(variable) {
      variables.delete(variable);
    },
    within: () => store,
  };
  return store;
}
