import type { RowMessages } from "../../messages/rows.ts";
import { CONTROL_IDS } from "../../model/controls.ts";
import { passiveClient } from "../clients.ts";
import { readControl } from "../controls/index.ts";
import { checkEnabled, requireAccount, resolveSubject } from "../message-subject.ts";
import { type MessageHandlers, validatingHandler } from "./handler.ts";
import { controlSchema, pageTargetFields, subjectSchema } from "./schemas.ts";

/** Handlers for messages about rows of a page's list. */
export const ROW_HANDLERS: MessageHandlers<RowMessages> = {
  "row-states": validatingHandler(
    {
      page: pageTargetFields.page,
      row: subjectSchema,
      controls: { type: "limited", of: { type: "array", of: controlSchema }, max: CONTROL_IDS.length },
    },
    async ({ controls, ...target }, sender) => {
      const subject = await resolveSubject(target, sender);
      await checkEnabled(target, controls);
      const account = await requireAccount(subject.origin);
      const client = passiveClient(account);
      const states = controls.map((control) => readControl(control, account, subject, client));
      return Object.fromEntries((await Promise.all(states)).flatMap((state) => Object.entries(state)));
    },
  ),
};
