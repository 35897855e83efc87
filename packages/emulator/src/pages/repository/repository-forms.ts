import type { EmulatorContext } from "../../emulator-context.ts";
import { changeStar } from "../../resources/shared/change-star.ts";
import type { Account } from "../../state/accounts.ts";
import type { Repository } from "../../state/repositories.ts";
import { deleteSubscription, setSubscription } from "../../state/subscriptions.ts";
import { timestamp } from "../../timestamp.ts";

interface FormSubject {
  readonly context: EmulatorContext;
  readonly repository: Repository;
  readonly user: Account;
}

type SubmitForm = (subject: FormSubject, fields: Readonly<Record<string, unknown>>) => void;

/** Actions of the forms below `/{owner}/{repo}/`, by the last segment of their path. */
export const REPOSITORY_FORMS: Readonly<Record<string, SubmitForm>> = {
  star: ({ context, repository, user }) => changeStar(context, repository, user, true),
  unstar: ({ context, repository, user }) => changeStar(context, repository, user, false),
  subscribe: ({ context, repository, user }) =>
    setSubscription(context.db, repository.id, user.id, false, timestamp(context.now())),
  unsubscribe: ({ context, repository, user }) => deleteSubscription(context.db, repository.id, user.id),
};
