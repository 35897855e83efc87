import type { Operation } from "@forgehand/core/contract";
import { type Handler, type OrganizationCall, onOrganization } from "../../http/call.ts";
import { selectRepositories } from "../../state/selections.ts";
import { readSetting, type Setting, settingSelection, writeSetting } from "../../state/settings.ts";
import { ownRepositories } from "./selected-repositories.ts";

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
  /** The repositories that a call selects along with it; absent where it leaves those that are selected. */
  readonly selects?: (input: I) => readonly number[] | undefined;
}

/** Serves one setting. */
export function settings<T, A, I>({ setting, get, set, shown, changed, selects }: Served<T, A, I>): Handler[] {
  return [
    onOrganization(get, (_input, call) => shown(readSetting(call.world.db, setting, call.organization.id), call)),

    onOrganization(set, (input, call) => {
      const { organization } = call;
      const { db } = call.world;
      const value = changed(readSetting(db, setting, organization.id), input, call);
      const ids = selects?.(input);
      const repositories = ids && ownRepositories(db, organization, ids);
      db.transaction(() => {
        writeSetting(db, setting, organization.id, value);
        if (repositories) selectRepositories(db, settingSelection(setting, organization.id), repositories);
      });
      return undefined;
    }),
  ];
}
