import type { EmulatorContext } from "../../emulator-context.ts";
import { changeStar } from "../../resources/shared/change-star.ts";
import type { Account } from "../../state/accounts.ts";
import type { Repository } from "../../state/repositories.ts";
import {
  deleteSubscription,
  SUBSCRIBABLE_EVENTS,
  setCustomSubscription,
  setSubscription,
} from "../../state/subscriptions.ts";
import { timestamp } from "../../timestamp.ts";

interface FormSubject {
  readonly context: EmulatorContext;
  readonly repository: Repository;
  readonly user: Account;
}

type SubmitForm = (subject: FormSubject, fields: Readonly<Record<string, unknown>>) => void;

/** Applies the Watch menu: `do` is `included`, `subscribed`, `ignore` or `custom`, which has `thread_types`. */
function changeSubscription(
  { context, repository, user }: FormSubject,
  fields: Readonly<Record<string, unknown>>,
): void {
  const { db, now } = context;
  const chosen = [fields["thread_types"]].flat();
  const events = SUBSCRIBABLE_EVENTS.filter((name) => chosen.includes(name));
  const action = fields["do"];
  if (action === "subscribed" || action === "ignore") {
    setSubscription(db, repository.id, user.id, action === "ignore", timestamp(now()));
  } else if (action === "custom" && events.length > 0) setCustomSubscription(db, repository.id, user.id, events);
  else if (action === "included" || action === "custom") deleteSubscription(db, repository.id, user.id);
}

/** Actions of the forms below `/{owner}/{repo}/`, by the last segment of their path. */
export const REPOSITORY_FORMS: Readonly<Record<string, SubmitForm>> = {
  star: ({ context, repository, user }) => changeStar(context, repository, user, true),
  unstar: ({ context, repository, user }) => changeStar(context, repository, user, false),
  subscription: changeSubscription,
};
