import type { Operation } from "@forgehand/core/contract";
import { type Handler, type OrganizationCall, onOrganization } from "../../http/call.ts";
import { readSetting, type Setting, writeSetting } from "../../state/settings.ts";

// Settings of an organization that are read and written whole.

/** How a setting of the state looks to those who read and write it. */
interface Served<T, A, I> {
  readonly setting: Setting<T>;
  readonly get: Operation<{ readonly org: string }, A>;
  readonly set: Operation<I, undefined>;
  /** What is answered of it. */
  readonly shown: (value: T, call: OrganizationCall) => A;
  /** What a call makes of it. @throws Refusal where it may not be so */
  readonly changed: (before: T, input: I, call: OrganizationCall) => T;
}

/** Serves one setting. */
export function settings<T, A, I>({ setting, get, set, shown, changed }: Served<T, A, I>): Handler[] {
  return [
    onOrganization(get, (_input, call) => shown(readSetting(call.world.db, setting, call.organization.id), call)),

    onOrganization(set, (input, call) => {
      const { world, organization } = call;
      const value = changed(readSetting(world.db, setting, organization.id), input, call);
      writeSetting(world.db, setting, organization.id, value);
      return undefined;
    }),
  ];
}
