import type { Account } from "../../state/accounts.ts";
import type { Installation } from "../../state/apps.ts";
import type { Hook } from "../../state/hooks.ts";
import type { Repository } from "../../state/repositories.ts";

/** Location and sender of a triggered event. */
export interface FakeEventContext {
  /** The organization or user, or the owner of the repository. */
  readonly account: Account;
  readonly repository: Repository | undefined;
  /** An installed app's installation; the receiving one, if there is a single hook. */
  readonly installation: Installation | undefined;
  readonly sender: Account;
  /** Another user, who can be the target of the event; the sender if there is no other. */
  readonly otherUser: Account;
  /** The only webhook that receives the event. */
  readonly hook: Hook | undefined;
}
