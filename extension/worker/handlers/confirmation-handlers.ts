import type { ConfirmationMessages } from "../../messages/confirmations.ts";
import { changeControl } from "../controls/index.ts";
import { readHeldChanges, takeHeldChange } from "../held-changes.ts";
import { checkShownAccount, checkSignedIn, resolveAccess } from "../message-subject.ts";
import { type MessageHandlers, validatingHandler } from "./handler.ts";
import { nameSchema } from "./schemas.ts";

const idSchema = { type: "limited", of: "string", max: 100 } as const;

/** Handlers for changes that the user confirms in the popup. */
export const CONFIRMATION_HANDLERS: MessageHandlers<ConfirmationMessages> = {
  "held-changes": validatingHandler({ tab: "integer" }, async ({ tab }) =>
    (await readHeldChanges(tab)).map(({ id, origin, login, subject, control, intent }) => ({
      id,
      origin,
      login,
      subject,
      control,
      intent,
    })),
  ),
  "confirm-change": validatingHandler(
    { id: idSchema, signedIn: { type: "nullable", of: nameSchema } },
    async ({ id, signedIn }, sender) => {
      const { tab, page, row, control, intent, login } = await takeHeldChange(id);
      // Everything is checked again, because the tab and the account can have changed.
      const target = { page, tab, row };
      const { subject, account } = await resolveAccess(target, sender, [control]);
      checkShownAccount(account, login);
      await checkSignedIn(account, signedIn);
      const { problem } = await changeControl(control, account, subject, intent);
      return { problem };
    },
  ),
  "dismiss-change": validatingHandler({ id: idSchema }, async ({ id }) => {
    await takeHeldChange(id);
    return undefined;
  }),
};
