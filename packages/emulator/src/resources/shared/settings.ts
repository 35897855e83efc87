import type { Operation } from "@forgehand/core/contract";
import * as z from "zod/mini";
import { type Handler, type OrganizationCall, organizationHandler } from "../../http/handler.ts";
import { selectRepositories } from "../../state/selections.ts";
import { readSetting, type SettingDefinition, settingSelection, writeSetting } from "../../state/settings.ts";
import { checkRepositories, ORGANIZATION_SELECTION } from "./selected-repositories.ts";

// Organization settings that are read and written as a whole.

/** Maps a stored setting to its operations. */
interface ServedSetting<T, A, I> {
  readonly setting: SettingDefinition<T>;
  readonly get: Operation<{ readonly org: string }, A>;
  readonly set: Operation<I, undefined>;
  /** Renders the stored value. */
  readonly render: (value: T, call: OrganizationCall) => A;
  /** @throws HttpError if the input is invalid */
  readonly check?: (input: I, call: OrganizationCall) => void;
  /** Returns the repositories selected by a request; undefined leaves the selection unchanged. */
  readonly selectedIds?: (input: I) => readonly number[] | undefined;
}

/** Handles reading a setting, and replacing those of its fields that a request has. */
export function settingHandlers<T, A, I extends object>({
  setting,
  get,
  set,
  render,
  check,
  selectedIds,
}: ServedSetting<T, A, I>): Handler[] {
  return [
    organizationHandler(get, (_input, call) =>
      render(readSetting(call.context.db, setting, call.organization.id), call),
    ),

    organizationHandler(set, (input, call) => {
      const { organization } = call;
      const { db } = call.context;
      check?.(input, call);
      const value = z.parse(setting.shape, { ...readSetting(db, setting, organization.id), ...input });
      const ids = selectedIds?.(input);
      const repositories = ids && checkRepositories(ORGANIZATION_SELECTION, call, ids);
      db.transaction(() => {
        writeSetting(db, setting, organization.id, value);
        if (repositories) selectRepositories(db, settingSelection(setting, organization.id), repositories);
      });
    }),
  ];
}
