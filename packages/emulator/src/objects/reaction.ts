import type { EmulatorContext } from "../emulator-context.ts";
import { getAccount } from "../state/accounts.ts";
import type { ReactionRow } from "../state/reactions.ts";
import { nodeId, renderUser } from "./user.ts";

export function renderReaction(context: EmulatorContext, reaction: ReactionRow) {
  return {
    id: reaction.id,
    node_id: nodeId("Reaction", reaction.id),
    user: renderUser(context, getAccount(context.db, reaction.user_id)),
    content: reaction.content,
    created_at: reaction.created_at,
  };
}
